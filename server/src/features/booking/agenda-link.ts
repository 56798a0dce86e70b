/** The address of a day of the agenda, and of an appointment on it. `day` is 'YYYY-MM-DD'. */
export function agendaLink(
  publicUrl: string,
  { day, bookingId }: { day: string; bookingId?: string | undefined },
): string {
  const ofDay = `${publicUrl}/dashboard/agenda?day=${day}`;
  return bookingId === undefined ? ofDay : `${ofDay}&appointment=${bookingId}`;
}
