import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';

/** The minutes to choose from. */
const delays = [10, 20, 30, 45, 60];

/** By how much a doctor is behind today. The patients who still wait are told. */
export function DelayField({ calendarId, minutes }: { calendarId: string; minutes: number }) {
  const queryClient = useQueryClient();
  const setDelay = useMutation({
    mutationFn: (wanted: number) => client.agenda.setDelay({ calendarId, minutes: wanted }),
    onSuccess: ({ told }, wanted) => {
      const who = told === 1 ? '1 patient is told.' : `${told} patients are told.`;
      toast.success(`${wanted === 0 ? 'On time again.' : `${wanted} minutes late.`} ${who}`);
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.agenda.key() }),
  });
  const shown = setDelay.isPending ? setDelay.variables : minutes;
  const choices = [...new Set([...delays, minutes])].filter((one) => one > 0).toSorted((a, b) => a - b);
  return (
    <SelectField
      label="Today"
      className="w-44"
      value={shown}
      onChange={({ target }) => setDelay.mutate(Number(target.value))}
    >
      <option value={0}>On time</option>
      {choices.map((one) => (
        <option key={one} value={one}>
          {`${one} minutes late`}
        </option>
      ))}
    </SelectField>
  );
}
