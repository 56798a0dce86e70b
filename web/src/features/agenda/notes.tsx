import type { BookingNote } from '@openhours/contract/booking-notes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { useTextDraft } from '../../api/drafts.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { instantText } from '../../clinic/instant.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormError } from '../../ui/form-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const changesNotes = { refetches: [api.bookingNotes], waits: true };

/** What staff wrote about an appointment, and a field for more, which keeps its text until it is added. */
export function Notes({ bookingId }: { bookingId: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useTextDraft(`note ${bookingId}`);
  const notes = useQuery(api.bookingNotes.list.queryOptions({ input: { id: bookingId }, retry: false, staleTime: 0 }));
  const add = useIdempotentMutation({
    mutationFn: (text: string, once) => client.bookingNotes.add({ id: bookingId, text }, once),
    onSuccess: (_, sent) => draft.settle(sent),
    meta: changesNotes,
  });
  const strike = useMutation({
    mutationFn: (noteId: string) => client.bookingNotes.strike({ id: bookingId, noteId }),
    meta: changesNotes,
  });
  // Staff do not read notes about themselves.
  if (!notes.data && readFailure(notes.error).kind === 'refused') return null;
  const failure = add.error ?? strike.error ?? (notes.data ? null : notes.error);
  return (
    <section data-keeps-text className="grid gap-3">
      <h3 className="font-semibold">Notes for staff</h3>
      {notes.data && notes.data.length > 0 && (
        <ul className="grid gap-2 text-[0.9375rem]">
          {notes.data.map((note) => (
            <li key={note._id}>
              <Note
                note={note}
                onStrike={() => {
                  add.reset();
                  strike.mutate(note._id);
                }}
                busy={strike.isPending && strike.variables === note._id}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // As it was typed, so that it can be found in the field again. The server trims it.
          const { text } = draft;
          if (text.trim() === '') field.current?.focus();
          else if (!add.isPending) {
            strike.reset();
            add.mutate(text);
          }
        }}
      >
        <TextArea
          ref={field}
          label="New note"
          maxLength={2000}
          value={draft.text}
          onChange={({ target }) => draft.write(target.value)}
        />
        <Button type="submit" variant="secondary" className="justify-self-start max-sm:w-full" busy={add.isPending}>
          Add note
        </Button>
      </form>
      <FormError message={failureMessage(failure)} />
    </section>
  );
}

function Note({
  note: { text, at, by, struck },
  onStrike,
  busy,
}: {
  note: BookingNote;
  onStrike: () => void;
  busy: boolean;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <p className="min-w-0 wrap-anywhere">
        <span dir="auto" className={classNames('whitespace-pre-line', struck && 'text-muted line-through')}>
          {text}
        </span>
        <span className="block text-sm text-muted">
          {`${by}, ${instantText(at)}`}
          {struck && `. Struck out by ${struck.by}, ${instantText(struck.at)}`}
        </span>
      </p>
      {!struck && (
        <Button variant="quiet" size="small" aria-label={`Strike out: ${text}`} busy={busy} onClick={onStrike}>
          Strike out
        </Button>
      )}
    </div>
  );
}
