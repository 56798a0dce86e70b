import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { Avatar, type AvatarSize } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The photo of an option's doctor; a stethoscope for an option without a named doctor. */
export function OptionAvatar({
  option: { doctorName, doctorPhoto },
  size = 'medium',
}: {
  option: Pick<AppointmentOption, 'doctorName' | 'doctorPhoto'>;
  size?: Extract<AvatarSize, 'small' | 'medium'>;
}) {
  if (doctorName) return <Avatar name={doctorName} photoURL={doctorPhoto} size={size} />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full bg-sunken text-muted select-none',
        size === 'small' ? 'size-10' : 'size-14',
      )}
    >
      <Stethoscope className="size-2/5" strokeWidth={1.75} />
    </span>
  );
}
