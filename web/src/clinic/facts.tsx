import type { ReactNode } from 'react';

/** The facts that scripts need. The server writes them into every document. */
export type ClinicFacts = {
  /** Whether this is the demo clinic, which also shows the specification's texts. */
  isDemo: boolean;
  /** As the clinic entered it, or empty. */
  phone: string;
  /** The whole address in one line, or empty. */
  address: string;
  /** URL of a map that shows the address, or empty. */
  mapUrl: string;
  /** URL of the logo, or null. */
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

/** The facts in this document. Only in the browser: prerendered components use `WhenClinic`. */
export function clinicFacts(): ClinicFacts {
  const said = document.querySelector<HTMLMetaElement>('meta[name="clinic"]')?.content;
  // Written by browserFacts in server/src/http/clinic-document.ts.
  read ??= said ? { ...nothing, ...(JSON.parse(said) as Partial<ClinicFacts>) } : nothing;
  return read;
}

const isPrerendered = import.meta.env.SSR;

/** The conditions that the browser can evaluate, too. `conditionsOf` in clinic-document.ts has all conditions. */
const conditions = {
  demo: ({ isDemo }) => isDemo,
  own: ({ isDemo }) => !isDemo,
  phone: ({ phone }) => phone !== '',
  logo: ({ logo }) => logo !== null,
  noLogo: ({ logo }) => logo === null,
} satisfies Readonly<Record<string, (facts: ClinicFacts) => boolean>>;

/** Renders its children if the condition is true. Works in prerendered documents and in the browser. */
export function WhenClinic({ is, children }: { is: keyof typeof conditions; children: ReactNode }) {
  if (isPrerendered) return <When is={is}>{children}</When>;
  return conditions[is](clinicFacts()) ? children : null;
}

type ServerCondition =
  | keyof typeof conditions
  | 'open'
  | 'closed'
  | 'treatments'
  | 'bookable'
  | 'email'
  | 'address'
  | 'openingHours'
  | 'visit'
  | 'about'
  | 'welcome'
  | 'noWelcome';

/** Like `WhenClinic`, but only for documents that are not rendered again in the browser. */
export function When({ is, children }: { is: ServerCondition; children: ReactNode }) {
  return (
    <>
      {`__IF:${is}__`}
      {children}
      {`__END_IF:${is}__`}
    </>
  );
}

/** The server repeats the children for each item and replaces their `__ITEM:…__`. Only in prerendered documents. */
export function Each({ of, children }: { of: 'treatments' | 'addressLines' | 'about'; children: ReactNode }) {
  return (
    <>
      {`__EACH:${of}__`}
      {children}
      {`__END_EACH:${of}__`}
    </>
  );
}

/** The clinic's phone number and its link, or placeholders for them in prerendered documents. */
export function clinicPhone(): { href: string; text: string } {
  if (isPrerendered) return { href: '__CLINIC:phoneHref__', text: '__CLINIC:phone__' };
  const { phone } = clinicFacts();
  return { href: `tel:${phone.replaceAll(/[^+\d]/g, '')}`, text: phone };
}

/** URL of the clinic's logo, or a placeholder in prerendered documents. */
export function clinicLogo(): string {
  return isPrerendered ? '__CLINIC:logo__' : (clinicFacts().logo ?? '');
}
