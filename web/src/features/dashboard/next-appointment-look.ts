/** The height of the card with its longest content, so that nothing below it moves when it loads. */
export const nextAppointmentLook = 'flex min-h-84 flex-col gap-4 sm:min-h-60';
