import type { LucideIcon } from 'lucide-react';
import Baby from 'lucide-react/icons/baby';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import SmilePlus from 'lucide-react/icons/smile-plus';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { departments } from '../../clinic/departments.ts';

export const departmentIcons: Readonly<Record<(typeof departments)[number]['name'], LucideIcon>> = {
  General: Stethoscope,
  Pediatrics: Baby,
  Cardiology: HeartPulse,
  'Dental Care': SmilePlus,
};
