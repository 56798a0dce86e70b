import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ImagePicker } from '../images/image-picker.tsx';
import { DayCalendar } from '../schedule/day-calendar.tsx';
import type { CalendarFacts } from '../schedule/day-state.ts';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

export function Choosers() {
  return (
    <GallerySection
      title="Calendar and pictures"
      intro="Choose a day by pointer or arrow keys; choose a picture by button or by dropping it."
    >
      <BothThemes label="Calendar and pictures">
        <Example
          caption="A month: past, today, chosen, free, fully booked, closed on Sundays; the 26th hovered, the 28th focused"
          className={classNames('mx-auto w-full max-w-82', pictured)}
        >
          <TryCalendar />
        </Example>
        <Example caption="Image picker: empty, filled, with an error" className="grid gap-5">
          <TryPicture label="Photo" />
          <TryPicture label="Photo, chosen" start="/portraits/hana-sato.svg" />
          <TryPicture label="Photo, missing" error="Photo is Required" />
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

/** The looks of hover and focus, shown without a pointer; see `day-calendar.tsx`. */
const pictured =
  "[&_[data-day='2026-11-26']]:bg-pine-soft [&_[data-day='2026-11-26']]:text-pine " +
  "[&_[data-day='2026-11-28']]:outline-2 [&_[data-day='2026-11-28']]:outline-(--ring)";

const spaces: CalendarFacts['spaces'] = new Map(
  Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2026, 10, 18 + index)))
    .filter((date) => date.getUTCDay() !== 0)
    .map((date) => [date.toISOString().slice(0, 10), date.getUTCDate() % 7 === 6 ? 0 : 3]),
);

function TryCalendar() {
  const [chosen, setChosen] = useState<string | undefined>('2026-11-24');
  return <DayCalendar today="2026-11-18" chosen={chosen} spaces={spaces} onChoose={setChosen} />;
}

function TryPicture({ label, start, error }: { label: string; start?: string; error?: string }) {
  const [url, setUrl] = useState<string | null>(start ?? null);
  return (
    <ImagePicker label={label} shape="round" value={url} onChange={setUrl} error={url === null ? error : undefined} />
  );
}
