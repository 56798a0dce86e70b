/** How to call the clinic. */
export const clinicPhone = { href: 'tel:+15550100199', text: '+1 555 010 0199' } as const;
