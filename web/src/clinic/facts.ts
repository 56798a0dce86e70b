/** The clinic's phone number. */
export const clinicPhone = { href: 'tel:+15550100199', text: '+1 555 010 0199' } as const;

/** The text of the specification. */
export const openingHours = '9.00 am to 5.00pm everyday';

/** The clinic's two addresses. */
export const clinicAddresses = ['12 Harbour Street', '40 Mill Lane'] as const;
