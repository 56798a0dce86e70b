import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { notifiedText } from './words.ts';

/** The minutes to choose from. */
const delays = [10, 20, 30, 45, 60];

/**
 * How many minutes a doctor is behind today. A button sends the value, because arrow keys change a select's value and
 * each new value would email the waiting patients.
 */
export function DelayField({ calendarId, minutes }: { calendarId: string; minutes: number }) {
  const [draft, setDraft] = useState<number>();
  const setDelay = useMutation({
    mutationFn: (wanted: number) => client.agenda.setDelay({ calendarId, minutes: wanted }),
    onSuccess: (count, wanted) => {
      toast.success(`${wanted === 0 ? 'On time again.' : `${wanted} minutes late.`} ${notifiedText(count)}`);
      // Another one may have been chosen meanwhile.
      setDraft((current) => (current === wanted ? undefined : current));
    },
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.agenda], waits: true },
  });
  const shown = draft ?? (setDelay.isPending ? setDelay.variables : minutes);
  const choices = [...new Set([...delays, minutes])].filter((one) => one > 0).toSorted((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Running late today"
        className="w-44"
        value={shown}
        onChange={({ target }) => setDraft(Number(target.value))}
      >
        <option value={0}>On time</option>
        <Options of={choices.map((one) => [one, `${one} minutes late`])} />
      </SelectField>
      <Button
        variant="secondary"
        aria-disabled={shown === minutes}
        busy={setDelay.isPending}
        onClick={() => shown === minutes || setDelay.mutate(shown)}
      >
        Notify patients
      </Button>
    </div>
  );
}
