import { useEffect, useRef } from 'react';

/** The id of the element of an appointment in the table or list. */
export function elementIdOf(appointmentId: string): string {
  return `appointment-${appointmentId}`;
}

/**
 * Scrolls once to the appointment that was just booked, as soon as it is there, and focuses it, unless the reader has
 * gone on to something else. Use it in `data-takes-focus`.
 */
export function useShowBooked(appointmentId: string): void {
  const shown = useRef('');
  useEffect(() => {
    if (appointmentId === '' || shown.current === appointmentId) return;
    const item = document.getElementById(elementIdOf(appointmentId));
    if (!item) return;
    shown.current = appointmentId;
    item.scrollIntoView({ block: 'center' });
    // On arrival, the heading has the focus.
    if (document.activeElement?.matches('body, h1')) item.focus({ preventScroll: true });
  });
}
