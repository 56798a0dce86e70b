import type { MessageText } from '@openhours/contract/message-texts.ts';
import { LONGEST_PARAGRAPH } from '@openhours/contract/message-topics.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../../api/changed-meanwhile.tsx';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';

/** What was typed, and the stored paragraph that it changes. */
export interface ParagraphDraft {
  readonly typed: string;
  readonly edited: string;
}

/** The paragraph that the clinic adds to one kind of email. Its page keeps the draft, also of kinds not shown. */
export function ParagraphForm({
  text: { kind, paragraph: stored },
  draft,
  onDraft,
  onSaved,
}: {
  text: MessageText;
  /** Undefined if nothing was typed. */
  draft: ParagraphDraft | undefined;
  onDraft: (draft: ParagraphDraft | undefined) => void;
  /** @param sent the draft that is saved now */
  onSaved: (sent: string) => void;
}) {
  const { typed, edited } = draft ?? { typed: stored, edited: stored };
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (sent: ParagraphDraft) =>
      client.messageTexts.save({ kind, paragraph: sent.typed, edited: sent.edited }),
    onSuccess: (saved, sent) => {
      // The draft gives way to what is stored, so that must not be the text from before the save.
      queryClient.setQueryData(api.messageTexts.list.queryKey(), (texts) =>
        texts?.map((text) => (text.kind === kind ? saved : text)),
      );
      onSaved(sent.typed);
      toast.success(saved.paragraph === '' ? 'The paragraph is removed.' : 'The paragraph is saved.');
    },
    meta: { refetches: [api.messageTexts, api.audit] },
  });
  const { code, data } = readFailure(save.error);
  const theirs = code === 'CHANGED_MEANWHILE' ? fieldOf(data, 'paragraph') : undefined;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ typed, edited });
      }}
    >
      <TextArea
        label="Add a paragraph"
        hint="Shown at the end of the email, above the clinic's name. Others can read emails too, so write nothing confidential."
        name="paragraph"
        maxLength={LONGEST_PARAGRAPH}
        value={typed}
        onChange={({ target }) => onDraft(target.value === edited ? undefined : { typed: target.value, edited })}
      />
      <FormError message={theirs === undefined ? failureMessage(save.error) : undefined} />
      <ChangedMeanwhile
        isOpen={theirs !== undefined}
        busy={save.isPending}
        onReplace={() => {
          if (typeof theirs === 'string') save.mutate({ typed, edited: theirs });
        }}
        onReload={async () => {
          await queryClient.refetchQueries({ queryKey: api.messageTexts.key() }, { throwOnError: true });
          onDraft(undefined);
          save.reset();
        }}
      />
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
