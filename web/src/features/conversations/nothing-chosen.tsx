import { useState } from 'react';
import { useTextDraft } from '../../api/drafts.ts';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MessageForm } from './message-form.tsx';

/** The right side before a conversation is chosen. Submitting its form shows why nothing was sent. */
export function NothingChosen() {
  const draft = useTextDraft('message');
  const [asked, setAsked] = useState(false);
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-3! md:p-5!">
      <p className="grid min-h-16 grow place-items-center text-muted">Choose a conversation to read it.</p>
      <FormError message={asked ? 'Please choose a conversation first!' : undefined} />
      <MessageForm label="Message" draft={draft.text} onDraft={draft.write} onSend={() => setAsked(true)} />
    </Card>
  );
}
