import type { MessageText } from '@openhours/contract/message-texts.ts';
import type { MessageKind } from '@openhours/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { FirstChoices } from './first-choices.tsx';
import { kindWords } from './message-words.ts';
import { type ParagraphDraft, ParagraphForm } from './paragraph-form.tsx';

/** What each kind of email says, with invented facts, for admins, who can add a paragraph and set what is on at first. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const [drafts, setDrafts] = useState<Partial<Record<MessageKind, ParagraphDraft | undefined>>>({});
  const texts = useQuery(api.messageTexts.list.queryOptions());
  const shown = texts.data?.find(({ kind }) => kind === query.get('kind')) ?? texts.data?.[0];
  const isDirty = texts.data?.some(({ kind, paragraph }) => (drafts[kind]?.typed ?? paragraph) !== paragraph) ?? false;
  return (
    <>
      <LeaveGuard when={isDirty} />
      <BackLink href={href.messages()}>Back to Outgoing Messages</BackLink>
      <PageHeading title="What emails say">
        Every email of the clinic, with invented facts. You can add a paragraph to each.
      </PageHeading>
      {shown && texts.data ? (
        <div className="grid max-w-3xl gap-6">
          <Card className="grid gap-6 p-4.5! sm:p-6!">
            <SelectField
              label="Email"
              value={shown.kind}
              onChange={({ target }) => setQuery({ kind: target.value }, { replace: true })}
            >
              <Options of={texts.data.map(({ kind }) => [kind, kindWords[kind]])} />
            </SelectField>
            <Sample text={shown} />
            <ParagraphForm
              key={shown.kind}
              text={shown}
              draft={drafts[shown.kind]}
              onDraft={(draft) => setDrafts((before) => ({ ...before, [shown.kind]: draft }))}
              onSaved={(sent) =>
                setDrafts(({ [shown.kind]: draft, ...others }) => ({
                  ...others,
                  // Unless it was changed while it was being saved.
                  ...(draft && draft.typed !== sent && { [shown.kind]: { ...draft, edited: sent } }),
                }))
              }
            />
          </Card>
          <FirstChoices />
        </div>
      ) : (
        <WithoutData query={texts} message="We could not load what emails say.">
          <Skeleton className="h-172 max-w-3xl rounded-card!" />
        </WithoutData>
      )}
    </>
  );
}

/** The email as HTML, in a frame that runs no scripts, and as text. */
function Sample({ text: { kind, subject, text, paragraph } }: { text: MessageText }) {
  // Another address makes the frame load again when the paragraph changes.
  const version = new URLSearchParams({ paragraph });
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        <span className="text-muted">Subject: </span>
        <span className="font-semibold">{subject}</span>
      </p>
      <iframe
        key={`${kind} ${paragraph}`}
        title={`Email: ${kindWords[kind]}`}
        src={`/api/message-texts/${kind}/sample?${version}`}
        sandbox="allow-same-origin"
        className="h-144 w-full rounded-control border border-line"
      />
      <details>
        <summary className="cursor-pointer py-2 font-semibold">As plain text</summary>
        <pre className="rounded-control bg-sunken p-4 font-sans text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </details>
    </div>
  );
}
