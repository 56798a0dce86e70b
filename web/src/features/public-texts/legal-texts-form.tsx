import { LEGAL_TEXTS, type LegalText, LONGEST_LEGAL_TEXT } from '@openhours/contract/legal-text-kinds.ts';
import type { LegalTexts } from '@openhours/contract/legal-texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { legalTextsQuery } from '../clinic/clinic-queries.ts';
import { setClinicSaved } from '../clinic/clinic-version.ts';
import { SaveFailure } from '../clinic/save-failure.tsx';
import { afterSaving, type LegalDraft } from './legal-draft.ts';

const labels: Readonly<Record<LegalText, string>> = {
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  imprint: 'Imprint',
};

/** Edits the clinic's privacy policy, terms and imprint. */
export function LegalTextsForm({
  texts,
  onReload,
}: {
  texts: LegalTexts;
  /** Called to discard the input and load the version that somebody else saved. */
  onReload: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<LegalDraft>({ saved: texts, typed: texts });
  const { saved, typed } = draft;
  const save = useMutation({
    mutationFn: async ({ version }: { version: number }) => {
      let last = version;
      // One at a time: together they may be longer than a request.
      for (const kind of LEGAL_TEXTS) {
        if (typed[kind] === saved[kind]) continue;
        const body = { [kind]: typed[kind], version: last };
        const answer = await client.legalTexts.save(body);
        setClinicSaved(queryClient, legalTextsQuery, { from: last, answer });
        last = answer.version;
        setDraft((before) => afterSaving(before, { kind, text: typed[kind], answer }));
      }
    },
    onSuccess: () => toast.success('The legal texts are saved.'),
    meta: { refetches: [api.audit] },
  });
  const isDirty = LEGAL_TEXTS.some((kind) => typed[kind] !== saved[kind]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty) save.mutate({ version: texts.version });
  };
  return (
    <Card className="p-4.5! sm:p-6!">
      <LeaveGuard when={isDirty} />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <div>
          <h2 className="text-heading">Legal texts</h2>
          <p className="mt-1 text-[0.9375rem] text-muted">
            An empty line begins a new paragraph, “##&nbsp;” a heading, “-&nbsp;” an item of a list. Web addresses
            become links.
          </p>
        </div>
        {LEGAL_TEXTS.map((kind) => (
          <div key={kind} className="grid gap-1">
            <TextArea
              label={labels[kind]}
              name={kind}
              maxLength={LONGEST_LEGAL_TEXT}
              value={typed[kind]}
              onChange={({ currentTarget: { value } }) => {
                setDraft({ saved, typed: { ...typed, [kind]: value } });
              }}
            />
            {saved[kind] !== '' && (
              <p className="text-sm">
                <TextLink href={href[kind]()}>
                  See the page<span className="sr-only">: {labels[kind]}</span>
                </TextLink>
              </p>
            )}
          </div>
        ))}
        <SaveFailure save={save} onReplace={(version) => save.mutate({ version })} onReload={onReload} />
        {/* Not `disabled`, which would lose the focus after a save. */}
        <Button
          type="submit"
          busy={save.isPending}
          aria-disabled={!isDirty || undefined}
          className="justify-self-start max-sm:w-full"
        >
          Save legal texts
        </Button>
      </form>
    </Card>
  );
}
