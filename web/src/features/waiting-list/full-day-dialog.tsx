import type { ComponentProps } from 'react';
import { daysToWait } from '../schedule/days-to-wait.ts';
import { WaitingDialog } from './waiting-dialog.tsx';
import type { WaitingRequest } from './waiting-request.ts';

/** A full day, 'YYYY-MM-DD', on which somebody wants one of these treatments. */
export type FullDay = Pick<WaitingRequest, 'treatments' | 'option'> & { day: string } & Parameters<
    typeof daysToWait
  >[1];

/** Asks to be told about times on a full day and the next days. */
export function FullDayDialog({
  of: { treatments, option, day, ...facts },
  ...dialog
}: Omit<ComponentProps<typeof WaitingDialog>, 'request'> & { of: FullDay }) {
  return <WaitingDialog {...dialog} request={{ treatments, option, ...daysToWait(day, facts) }} />;
}
