/** Apart from their texts, because every page of the application loads the footer. */
export const departmentNames = ['General', 'Pediatrics', 'Cardiology', 'Dental Care'] as const;
