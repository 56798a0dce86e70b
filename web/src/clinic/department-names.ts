/** In a file of their own, so that the footer, which every page loads, does not load the departments' texts. */
export const departmentNames = ['General', 'Pediatrics', 'Cardiology', 'Dental Care'] as const;
