import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { ReactNode } from 'react';

/** The facts that scripts need. The server writes them into every document. */
type ClinicFacts = {
  /** As the clinic entered it, or empty. */
  phone: string;
  /** The whole address in one line, or empty. */
  address: string;
  /** URL of a map that shows the address, or empty. */
  mapUrl: string;
  /** URL of the logo, or null. */
  logo: string | null;
  /** The conditions that are true. */
  holds: readonly Condition[];
};

const nothing: ClinicFacts = {
  phone: '',
  address: '',
  mapUrl: '',
  logo: null,
  holds: [],
};

let read: { said: string | undefined; facts: ClinicFacts } | undefined;

/** The facts in this document, which `showInDocument` changes. Only in the browser: prerendered components use `WhenClinic`. */
export function clinicFacts(): ClinicFacts {
  const said = document.querySelector<HTMLMetaElement>('meta[name="clinic"]')?.content;
  // Written by browserFacts in server/src/http/clinic-document.ts.
  if (read?.said !== said || !read) {
    read = { said, facts: said ? { ...nothing, ...(JSON.parse(said) as Partial<ClinicFacts>) } : nothing };
  }
  return read.facts;
}

const isPrerendered = import.meta.env.SSR;

/** The conditions in the facts of a document. `factsOf` in clinic-document.ts evaluates all conditions. */
type Condition = 'demo' | 'own' | 'phone' | 'logo' | 'noLogo' | 'legal' | 'noLegal' | LegalText;

/** Renders its children if the condition is true. Works in prerendered documents and in the browser. */
export function WhenClinic({ is, children }: { is: Condition; children: ReactNode }) {
  if (isPrerendered) return <When is={is}>{children}</When>;
  return clinicFacts().holds.includes(is) ? children : null;
}

type ServerCondition =
  | Condition
  | 'open'
  | 'closed'
  | 'treatments'
  | 'bookable'
  | 'email'
  | 'address'
  | 'openingHours'
  | 'changedDays'
  | 'visit'
  | 'about'
  | 'welcome'
  | 'noWelcome'
  | 'testimonials'
  | 'news'
  | 'figures'
  | 'freeTimes'
  | 'noFreeTimes'
  | 'noPrivacy'
  | 'noTerms'
  | 'noImprint';

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
export function Each({
  of,
  children,
}: {
  of:
    | 'treatments'
    | 'offered'
    | 'addressLines'
    | 'about'
    | 'testimonials'
    | 'news'
    | 'figures'
    | 'changedDays'
    | 'freeTimes'
    | 'times';
  children: ReactNode;
}) {
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
