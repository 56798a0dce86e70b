import { clinicFacts, clinicPhone } from './facts.tsx';
import { productName } from './name.ts';

/** The clinic's name, and its address and phone number if it has entered them, with a link to a map. */
export function ClinicPlace() {
  const { address, mapUrl } = clinicFacts();
  const phone = clinicPhone();
  return (
    <>
      {productName()}
      {address && ', '}
      {mapUrl ? (
        <a href={mapUrl} className="text-pine underline underline-offset-4">
          {address}
        </a>
      ) : (
        address
      )}
      {phone.text && ', '}
      {phone.text && (
        <a href={phone.href} className="whitespace-nowrap text-pine underline underline-offset-4">
          {phone.text}
        </a>
      )}
    </>
  );
}
