/** How to call the clinic. */
export const clinicPhone = { href: 'tel:+15550100199', text: '+1 555 010 0199' } as const;

/** The words of the specification. */
export const openingHours = '9.00 am to 5.00pm everyday';

/** The clinic's two houses, each as the street and its number. */
export const clinicAddresses = ['12 Harbour Street', '40 Mill Lane'] as const;
