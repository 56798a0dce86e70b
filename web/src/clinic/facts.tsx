import type { ReactNode } from 'react';

/** What the scripts of a page know of the clinic. The server writes it into every document. */
export type ClinicFacts = {
  /** The demo clinic shows the specification's texts, too. */
  isDemo: boolean;
  /** As people write it; empty if the clinic has not said. */
  phone: string;
  /** In one line; empty if the clinic has not said. */
  address: string;
  /** A map of it; empty without an address. */
  mapUrl: string;
  /** The address of its logo. */
  logo: string | null;
};

const nothing: ClinicFacts = {
  isDemo: false,
  phone: '',
  address: '',
  mapUrl: '',
  logo: null,
};

let read: ClinicFacts | undefined;

/** The facts of this document. Prerendered components use `fact` and `WhenClinic`, which the server fills in. */
export function clinicFacts(): ClinicFacts {
  const said = document.querySelector<HTMLMetaElement>('meta[name="clinic"]')?.content;
  // Written by browserFacts of server/src/http/clinic-document.ts.
  read ??= said ? { ...nothing, ...(JSON.parse(said) as Partial<ClinicFacts>) } : nothing;
  return read;
}

const isPrerendered = typeof document === 'undefined';

/** What the browser can decide as well. The server knows more conditions: `conditionsOf` in clinic-document.ts. */
const conditions = {
  demo: ({ isDemo }) => isDemo,
  own: ({ isDemo }) => !isDemo,
  phone: ({ phone }) => phone !== '',
  logo: ({ logo }) => logo !== null,
  noLogo: ({ logo }) => logo === null,
} satisfies Readonly<Record<string, (facts: ClinicFacts) => boolean>>;

/** Shows its children if that holds for the clinic, in a prerendered document and in the browser. */
export function WhenClinic({ is, children }: { is: keyof typeof conditions; children: ReactNode }) {
  if (isPrerendered) return <When is={is}>{children}</When>;
  return conditions[is](clinicFacts()) ? children : null;
}

type ServerCondition =
  | keyof typeof conditions
  | 'open'
  | 'closed'
  | 'treatments'
  | 'email'
  | 'address'
  | 'openingHours'
  | 'visit'
  | 'about'
  | 'welcome'
  | 'noWelcome';

/** The same, for documents that no script renders again. */
export function When({ is, children }: { is: ServerCondition; children: ReactNode }) {
  return (
    <>
      {`__IF:${is}__`}
      {children}
      {`__END_IF:${is}__`}
    </>
  );
}

/** Repeats its children, with `__ITEM:…__` in them, for each of the clinic's: only in prerendered documents. */
export function Each({ of, children }: { of: 'treatments' | 'addressLines' | 'about'; children: ReactNode }) {
  return (
    <>
      {`__EACH:${of}__`}
      {children}
      {`__END_EACH:${of}__`}
    </>
  );
}

/** How to call the clinic. */
export function clinicPhone(): { href: string; text: string } {
  if (isPrerendered) return { href: '__CLINIC:phoneHref__', text: '__CLINIC:phone__' };
  const { phone } = clinicFacts();
  return { href: `tel:${phone.replaceAll(/[^+\d]/g, '')}`, text: phone };
}

/** The address of the clinic's logo. */
export function clinicLogo(): string {
  return isPrerendered ? '__CLINIC:logo__' : (clinicFacts().logo ?? '');
}
