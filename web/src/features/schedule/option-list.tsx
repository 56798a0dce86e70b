import type { OptionAvailability } from '@openhours/contract/availability.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type MouseEvent, type RefCallback, useCallback, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import type { FullDay } from '../waiting-list/full-day-dialog.tsx';
import { ClosedParts, closedOfClinic } from './closed-parts.tsx';
import { lastDay, type SpacesByDay } from './day-state.ts';
import { NothingFree } from './nothing-free.tsx';
import { OptionCard } from './option-card.tsx';
import { OptionLine } from './option-line.tsx';
import { steadyDay } from './steady-slots.ts';

const FullDayDialog = lazyDialog(async () => (await import('../waiting-list/full-day-dialog.tsx')).FullDayDialog);

export type DayProps = {
  day: string;
  today: string;
  spaces: SpacesByDay | undefined;
  onBook: (optionId: string, slot: string) => void;
  onChooseDay: (day: string) => void;
};

/**
 * The options of a day: a card for each with free slots, then a line for each without. It updates when others book, but
 * nothing in it moves while it has the pointer or the focus.
 */
export function OptionList({
  options,
  listed,
  specialty,
  isOfLastDay,
  onBook,
  ...dayProps
}: DayProps & {
  options: readonly AppointmentOption[];
  /** Those of the specialty, if one is chosen, that match the search, if there is one. */
  listed: readonly AppointmentOption[];
  specialty: string | undefined;
  /** Whether these are still the options of the previous day: visible but inert. */
  isOfLastDay: boolean;
}) {
  const { day, onChooseDay } = dayProps;
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const waiting = useChosen<FullDay>();
  const [shown, setShown] = useState(() => steadyDay(undefined, { day, options, hold: false }));
  const steady = isOfLastDay ? shown : steadyDay(shown, { day, options, hold: hasPointer || hasFocus });
  if (steady !== shown) setShown(steady);

  const slotsOf = ({ _id }: AppointmentOption) => steady.slots.get(_id) ?? [];
  const cards = listed.filter((option) => slotsOf(option).length > 0);
  const lines = listed.filter((option) => slotsOf(option).length === 0);
  const [seesLines, watchLines] = useInSight(steady.day);
  const availability = useQuery({
    ...dayAvailability(steady.day),
    enabled: seesLines && lines.length > 0 && !isOfLastDay,
  });

  const startWaiting = (option?: AppointmentOption): void => {
    const treatments = [...new Set((option ? [option] : listed).map(({ name }) => name))];
    const wanted = option?.doctorName ? [option] : options.filter(({ name }) => treatments.includes(name));
    const { today, spaces } = dayProps;
    const known = wanted.flatMap(({ _id }) => availability.data?.get(_id) ?? []);
    waiting.open({ treatments, option, day: steady.day, today, last: lastDay(spaces), spaces, options: known });
  };

  const press = (event: MouseEvent<HTMLElement>): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const { slot, nextDay, wait } = button?.dataset ?? {};
    const optionId = button?.closest('li')?.dataset['option'];
    if (isOfLastDay || button?.disabled) return;
    if (wait !== undefined) startWaiting(options.find(({ _id }) => _id === optionId));
    if (nextDay !== undefined) onChooseDay(nextDay);
    else if (slot !== undefined && optionId !== undefined) onBook(optionId, slot);
  };

  const isNothingFree = options.every((option) => slotsOf(option).length === 0);
  return (
    <>
      {isNothingFree ? (
        <NothingFree {...dayProps} day={steady.day} options={options} onWait={() => startWaiting()} />
      ) : (
        specialty !== undefined &&
        cards.length === 0 && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed border-line-strong p-5">
            No free times for {specialty} on this day.
            <TextLink href={href.doctors({ specialty })}>See the next free times</TextLink>
          </p>
        )
      )}
      <div className="empty:hidden">
        <ClosedParts day={steady.day} parts={isNothingFree ? [] : closedOfClinic(listed)} />
      </div>
      {/* oxlint-disable-next-line no-noninteractive-element-interactions, click-events-have-key-events -- It listens for the buttons in it, which send clicks for keys as well. */}
      <ul
        aria-busy={isOfLastDay || undefined}
        onClick={press}
        onPointerEnter={() => setHasPointer(true)}
        onPointerLeave={() => setHasPointer(false)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        className="grid gap-4 max-lg:[&_button]:scroll-mt-16 sm:grid-cols-2 min-[72rem]:grid-cols-3"
      >
        {cards.map((option) => (
          <li key={option._id} data-option={option._id} className="min-w-0">
            <OptionCard option={option} day={steady.day} slots={slotsOf(option)} />
          </li>
        ))}
        {lines.map((option, index) => (
          <li
            key={option._id}
            ref={index === 0 ? watchLines : undefined}
            data-option={option._id}
            className="col-span-full min-w-0"
          >
            <OptionLine option={option} availability={availability.data?.get(option._id)} />
          </li>
        ))}
      </ul>
      <ChosenDialog of={waiting}>{(fullDay, dialog) => <FullDayDialog {...dialog} of={fullDay} />}</ChosenDialog>
    </>
  );
}

/**
 * Whether an element was in the window, or less than half of its height outside: for data that can wait until people
 * scroll to it. Give the function to the element as its `ref`.
 *
 * @param content what the element shows; with another value it counts as not seen
 */
function useInSight(content: string): [boolean, RefCallback<Element>] {
  const [seen, setSeen] = useState<string>();
  const watch = useCallback<RefCallback<Element>>(
    (element) => {
      if (!element) return;
      const onChange = (entries: readonly IntersectionObserverEntry[]): void => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(content);
      };
      const observer = new IntersectionObserver(onChange, { rootMargin: '50% 0px' });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [content],
  );
  return [seen === content, watch];
}

const pageLength = 50;

/** By option id: why it has no slots on a day, 'YYYY-MM-DD', and its next free slot. */
const dayAvailability = (day: string) =>
  queryOptions({
    queryKey: [...api.availability.key(), 'day', day],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, OptionAvailability>> => {
      const found = new Map<string, OptionAvailability>();
      let cursor: string | null | undefined;
      do {
        const page = await client.availability.find(
          { from: day, days: 1, limit: pageLength, ...(cursor && { cursor }) },
          { signal },
        );
        for (const option of page.options) found.set(option.optionId, option);
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    },
    structuralSharing: false,
  });
