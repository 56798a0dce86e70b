/** As high as the card is with its longest content, so that nothing below it moves when the answer comes. */
export const nextAppointmentLook = 'flex min-h-84 flex-col gap-4 sm:min-h-60';
