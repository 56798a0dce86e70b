import { useState } from 'react';
import { useParameter } from '../../router.tsx';
import { Chip } from '../../ui/chip.tsx';

/**
 * The specialty in the URL, `?specialty=Dental+Care`, if it exists; undefined for all. Ignores case and surrounding
 * spaces, because people type URLs.
 */
export function specialtyInAddress(text: string | null, specialties: readonly string[]): string | undefined {
  const wanted = text?.trim().toLowerCase();
  return specialties.find((name) => name.toLowerCase() === wanted);
}

/** The chosen specialty, and a function to choose another one or all. It is in the URL. */
export function useChosenSpecialty(
  specialties: readonly string[],
): [string | undefined, (name: string | undefined) => void] {
  const [text, choose] = useParameter('specialty');
  return [specialtyInAddress(text, specialties), (name = '') => choose(name)];
}

/** On wide screens, where the chips have several rows, the number of those that are shown before 'more' is pressed. */
const firstShown = 8;

/**
 * A row of chips, one of which is pressed: all specialties, or one. On narrow screens it scrolls sideways and sticks
 * below the navigation. On wide ones, the first of many are shown, and the pressed one.
 */
export function SpecialtyFilter({
  specialties,
  chosen,
  onChoose,
}: {
  specialties: readonly string[];
  chosen: string | undefined;
  onChoose: (name: string | undefined) => void;
}) {
  const [all, setAll] = useState(false);
  const isCut = specialties.length > firstShown + 2;
  const isHidden = (name: string | undefined, index: number) => isCut && !all && index > firstShown && name !== chosen;
  return (
    <div
      role="group"
      aria-label="Specialty"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 max-lg:sticky max-lg:top-18 max-lg:z-10 max-lg:bg-paper sm:mx-0 sm:px-0 lg:flex-wrap"
    >
      {[undefined, ...specialties].map((name, index) => (
        <Chip
          key={name ?? ''}
          ref={name !== undefined && name === chosen ? bringIntoSight : undefined}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
          className={isHidden(name, index) ? 'lg:hidden' : ''}
        >
          {name ?? 'All'}
        </Chip>
      ))}
      {isCut && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-11 rounded-full px-4 font-semibold text-pine hover:bg-pine-soft max-lg:hidden"
        >
          {all ? 'Show fewer' : `${[undefined, ...specialties].filter(isHidden).length} more`}
        </button>
      )}
    </div>
  );
}

/**
 * Scrolls only the row. After `scrollIntoView`, the next Tab key in Chromium would start from the chip and skip the
 * navigation and the calendar.
 */
function bringIntoSight(chip: HTMLElement | null): void {
  const row = chip?.parentElement;
  if (!chip || !row) return;
  const middle = (element: HTMLElement): number => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  row.scrollBy({ left: middle(chip) - middle(row), behavior: 'instant' });
}
