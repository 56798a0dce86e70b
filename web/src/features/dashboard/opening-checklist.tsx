import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keep, readKept } from '../../api/browser-storage.ts';
import { api } from '../../api/client.ts';
import { clinicFacts } from '../../clinic/facts.tsx';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChecklistLine } from '../setup/checklist-line.tsx';
import { ServiceLines } from '../setup/service-lines.tsx';
import { stepToContinueAt } from '../setup/steps.ts';
import { useSetupProgress } from '../setup/use-setup-progress.ts';

/**
 * What an admin still has to do. Shown until patients can book, and in a clinic that is not the demo until email is sent.
 * Hidden until this is known. Once patients can book, it can be folded; this browser remembers that.
 */
export function OpeningChecklist({ isAlwaysShown = false }: { isAlwaysShown?: boolean }) {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  const isOpen = facts.data?.open;
  const services = useQuery(api.services.get.queryOptions({ enabled: isOpen !== undefined }));
  const sendsNoMail = clinicFacts().holds.includes('own') && services.data?.mail.kind === 'inbox';
  const isShown = isAlwaysShown || isOpen === false || sendsNoMail;
  const found = useSetupProgress({ enabled: isShown && isOpen !== undefined });
  const legalTexts = useQuery(api.legalTexts.get.queryOptions({ staleTime: 0, enabled: isShown }));
  const [isFolded, setFolded] = useState(isChecklistFolded);
  if (!isShown || !found || !services.data || !legalTexts.data) return null;
  const { privacy, terms, imprint } = legalTexts.data;
  const { facts: known, progress, notOffered } = found;
  const { open, addressLines, phone } = known;
  const lead = (
    <p className="mt-1 text-muted">
      {open
        ? 'Patients can book. You can still do this.'
        : 'Patients can book as soon as there is a doctor with a treatment.'}
    </p>
  );
  const lines = (
    <ol className="mt-4 grid gap-4">
      <ChecklistLine isDone={progress.treatments}>
        <TextLink href={href.treatments()}>Add a treatment</TextLink> with its length and price.
      </ChecklistLine>
      <ChecklistLine isDone={open}>
        {!open && progress.doctor ? (
          <>
            A doctor is invited and has not accepted yet. See <TextLink href={href.invitations()}>Invitations</TextLink>
          </>
        ) : (
          <>
            <TextLink href={href.invitations()}>Invite a doctor</TextLink> for the treatment
          </>
        )}
        , or <TextLink href={href.setupStep('doctor')}>make yourself a doctor</TextLink>.
      </ChecklistLine>
      {open && notOffered.length > 0 && (
        <ChecklistLine isDone={false}>
          <TextLink href={href.manageDoctors()}>Find a doctor</TextLink> for {namesText(notOffered)}. Until then,
          patients cannot book {notOffered.length === 1 ? 'it' : 'them'}.
        </ChecklistLine>
      )}
      <ChecklistLine isDone={progress.hours}>
        <TextLink href={href.clinicHours()}>Enter your opening hours</TextLink>.
        {!progress.hours &&
          " Until then, patients can book a doctor at any time in that doctor's own hours. The hours of a new doctor are 9 to 5 every day."}
      </ChecklistLine>
      <ChecklistLine isDone={addressLines.length > 0 && phone !== ''}>
        <TextLink href={href.clinic()}>Enter your address</TextLink> and your phone number, so that patients can find
        you.
      </ChecklistLine>
      <ChecklistLine isDone={[privacy, terms, imprint].some((text) => text !== '')}>
        <TextLink href={href.publicTexts()}>Write your legal texts</TextLink>: privacy policy, terms of use and imprint,
        as far as your country requires them.
      </ChecklistLine>
      <ServiceLines services={services.data} />
      <SecondFactorLine />
    </ol>
  );
  if (open && !isAlwaysShown) {
    return (
      <Card>
        <details open={!isFolded} onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}>
          {/* Remembered at the press: the event above comes later, and not at all if the page is left at once. */}
          <summary className="cursor-pointer" onClick={() => rememberChecklist({ isFolded: !isFolded })}>
            <h2 className="inline text-heading">What is left to do</h2>
          </summary>
          {lead}
          {lines}
        </details>
      </Card>
    );
  }
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-heading">{open ? 'What is left to do' : 'Open your clinic'}</h2>
          {lead}
        </div>
        {!isAlwaysShown && (
          <LinkButton href={href.setupStep(stepToContinueAt(progress))}>Continue the set-up</LinkButton>
        )}
      </div>
      {lines}
    </Card>
  );
}

/** 'Podiatry and Cardiology'. Of more than four, three and a count: 'Podiatry, Cardiology, Audiology, and 4 others'. */
function namesText(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} others`] : names;
  return new Intl.ListFormat('en').format(shown);
}

const FOLDED = 'checklist-folded';

/** Whether this browser shows only the title of the checklist. */
function isChecklistFolded(): boolean {
  return readKept(FOLDED) !== undefined;
}

function rememberChecklist({ isFolded }: { isFolded: boolean }): void {
  keep(FOLDED, isFolded ? 'yes' : undefined);
}

/** The line of the checklist about the admin's own second factor. */
function SecondFactorLine() {
  const { data } = useQuery(api.secondFactor.own.queryOptions({ staleTime: 0 }));
  const hasOne = data !== undefined && (data.hasAuthenticator || data.passkeys.length > 0);
  return (
    <ChecklistLine isDone={hasOne}>
      <TextLink href={href.security()}>Set up a second factor</TextLink> for your account, and require one of everybody
      who works at the clinic if you want.
    </ChecklistLine>
  );
}
