import type { MessageText } from '@openhours/contract/message-texts.ts';
import { LONGEST_PARAGRAPH } from '@openhours/contract/message-topics.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';

/** The paragraph that the clinic adds to one kind of email. Its page keeps the draft, also of kinds not shown. */
export function ParagraphForm({
  text: { kind },
  draft,
  onDraft,
  onSaved,
}: {
  text: MessageText;
  draft: string;
  onDraft: (draft: string) => void;
  /** @param sent the draft that is saved now */
  onSaved: (sent: string) => void;
}) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (paragraph: string) => client.messageTexts.save({ kind, paragraph }, { context: { bearer: true } }),
    onSuccess: async ({ paragraph }, sent) => {
      await queryClient.invalidateQueries({ queryKey: api.messageTexts.key() });
      onSaved(sent);
      toast.success(paragraph === '' ? 'The paragraph is removed.' : 'The paragraph is saved.');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.audit.key() }),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(draft);
      }}
    >
      <TextArea
        label="Add a paragraph"
        hint="Shown at the end of the email, above the clinic's name. Others can read emails too, so write nothing confidential."
        name="paragraph"
        maxLength={LONGEST_PARAGRAPH}
        value={draft}
        onChange={({ target }) => onDraft(target.value)}
      />
      <FormError message={save.error ? failureMessage(save.error) : undefined} />
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
