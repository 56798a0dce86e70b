import { MAX_MESSAGE_LENGTH } from '@openhours/contract/limits.ts';
import { hasVisibleText, plainText } from '@openhours/contract/plain-text.ts';
import Send from 'lucide-react/icons/send';
import { type RefObject, type SubmitEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlLook } from '../../ui/field.tsx';
import { CharactersLeft } from '../../ui/text-area.tsx';

type MessageFormProps = {
  label: string;
  draft: string;
  onDraft: (text: string) => void;
  /** Called with the text as it will be stored. The caller clears the draft. */
  onSend: (text: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/**
 * Without `useForm`: its text is a draft that outlasts the page, nothing in it can be wrong, and the next message may be
 * written while one is on its way.
 */
export function MessageForm({ label, draft, onDraft, onSend, inputRef }: MessageFormProps) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = plainText(draft);
    if (hasVisibleText(text)) onSend(text);
    else onDraft('');
  };
  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={inputRef}
          id={id}
          type="text"
          required
          dir="auto"
          autoComplete="off"
          enterKeyHint="send"
          placeholder="Type your message here"
          maxLength={MAX_MESSAGE_LENGTH}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          className={controlLook}
        />
        <Button type="submit" className="shrink-0 max-sm:px-4!">
          <Send className="size-4 max-sm:hidden" aria-hidden="true" />
          Send
        </Button>
      </div>
      <CharactersLeft length={draft.length} maxLength={MAX_MESSAGE_LENGTH} />
    </form>
  );
}
