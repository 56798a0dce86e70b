import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LoadingAnimation } from '../../ui/loading-animation.tsx';
import { notOpened } from '../../ui/opening-dialog.tsx';
import { reloadOnce } from '../../ui/stale-script.ts';
import { type DayProps, OptionList } from './option-list.tsx';
import { SpecialtyFilter, useChosenSpecialty } from './specialty-filter.tsx';
import { useNameSearch } from './use-name-search.ts';

// Few people search, and only in large clinics.
const loadSearch = async () => ({ default: (await import('./searched-options.tsx')).SearchedOptions });
const SearchedOptions = lazy(loadSearch);
const preloadSearch = (): void => void loadSearch().catch(() => undefined);

/** In a constant, because oRPC builds its proxies again for every `api.schedule.options`. */
const call = api.schedule.options;

/** The query of a day's options, 'YYYY-MM-DD'. */
export const optionsOfDay = (day: string) => call.queryOptions({ input: { date: mediumDateFromIso(day) } });

/**
 * The specialties to filter by, a search among many options, and the options of one day. When another day is chosen, the
 * previous cards stay for a moment, inert, so that a quick answer changes only what differs. After that, the loading
 * animation replaces them, but not the filter and the search, which people may be using.
 */
export const OptionsOfDay = memo(function OptionsOfDay(props: DayProps) {
  const date = mediumDateFromIso(props.day);
  const options = useQuery({
    ...optionsOfDay(props.day),
    placeholderData: keepPreviousData,
    // Times pass.
    refetchInterval: 60_000,
  });
  const isWaiting = options.isPending || options.isPlaceholderData;
  const [continues] = useState(showsAnimation);
  const isSlow = useIsSlow(isWaiting ? props.day : undefined, { atFirst: continues });
  const specialties = [...new Set(options.data?.map(({ name }) => name))];
  const [specialty, chooseSpecialty] = useChosenSpecialty(specialties);
  const [search, searchFor] = useNameSearch();
  const [wantsSearch, setWantsSearch] = useState(false);
  // Once it was there, the search stays: somebody may be about to type another name.
  const [isSearching, setIsSearching] = useState(false);
  if (!isSearching && (wantsSearch || search !== '')) setIsSearching(true);
  const openSearch = useMutation({
    mutationFn: loadSearch,
    onSuccess: () => setWantsSearch(true),
    // A release may have removed the script.
    onError: () => reloadOnce(),
  });
  const ofSpecialty = useMemo(
    () => options.data?.filter(({ name }) => specialty === undefined || name === specialty) ?? [],
    [options.data, specialty],
  );
  const list = (listed: readonly AppointmentOption[]): ReactNode =>
    isSlow ? (
      <div className={continues && !options.data ? undefined : 'animate-fade-in'}>
        <LoadingAnimation
          note={
            options.failureCount > 0 || options.isPaused
              ? 'Having trouble reaching the clinic. Trying again…'
              : undefined
          }
        />
      </div>
    ) : options.data ? (
      <OptionList
        {...props}
        options={options.data}
        listed={listed}
        specialty={specialty}
        isOfLastDay={options.isPlaceholderData}
      />
    ) : options.isPending ? (
      <div className="mx-auto aspect-4/3 w-full max-w-200" />
    ) : (
      <ErrorState
        query={options}
        message={`We could not load the appointments for ${date}. Please try again in a moment.`}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
      <p role="status" className="sr-only">
        {options.data && !isWaiting && resultText(options.data, date)}
      </p>
      {options.data && <SpecialtyFilter specialties={specialties} chosen={specialty} onChoose={chooseSpecialty} />}
      {isSearching ? (
        <Suspense fallback={list(ofSpecialty)}>
          <SearchedOptions
            options={ofSpecialty}
            search={search}
            specialty={specialty}
            takesFocus={wantsSearch}
            onSearch={searchFor}
          >
            {list}
          </SearchedOptions>
        </Suspense>
      ) : (
        <>
          {options.data && options.data.length >= fewestToSearch && (
            <div className="grid justify-items-start gap-3 has-[[role=alert]:empty]:gap-0">
              <Button
                variant="secondary"
                busy={openSearch.isPending}
                onPointerEnter={preloadSearch}
                onFocus={preloadSearch}
                onClick={() => openSearch.mutate()}
              >
                Find a doctor or treatment
              </Button>
              <FormError message={openSearch.isError ? notOpened : undefined} />
            </div>
          )}
          {list(ofSpecialty)}
        </>
      )}
    </div>
  );
});

/** With fewer options, reading the list is quicker than searching it. */
const fewestToSearch = 12;
const quickMillis = 120;

/** Whether the document's outline, which this page replaces, shows the loading animation: then it goes on. */
function showsAnimation(): boolean {
  return document.querySelector('.loading-hand')?.checkVisibility({ opacityProperty: true }) ?? false;
}

/**
 * Whether the answer for this day is late, so that a quick answer shows no animation.
 *
 * @param atFirst whether that is so from the beginning
 */
function useIsSlow(waitingFor: string | undefined, { atFirst }: { atFirst: boolean }): boolean {
  const [lateDay, setLateDay] = useState(atFirst ? waitingFor : undefined);
  useEffect(() => {
    if (waitingFor === undefined) return;
    const timer = window.setTimeout(() => setLateDay(waitingFor), quickMillis);
    return () => {
      window.clearTimeout(timer);
      setLateDay(undefined);
    };
  }, [waitingFor]);
  return waitingFor !== undefined && lateDay === waitingFor;
}

function resultText(options: readonly AppointmentOption[], date: string): string {
  const free = options.filter(({ slots }) => slots.length > 0).length;
  if (free === 0) return `No free slots are left on ${date}.`;
  return `Free slots on ${date}: ${free} of ${options.length} options.`;
}
