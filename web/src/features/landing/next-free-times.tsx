import { href } from '../../pages.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { TextLink } from '../../ui/text-link.tsx';

/**
 * A template that the server fills in for each request (`server/src/http/free-times-document.ts`): it repeats what is between
 * `__EACH_TREATMENT__` and `__END_TREATMENT__` for treatments that have free times, and what is between `__EACH_TIME__`
 * and `__END_TIME__` for each time; where there are none it keeps the sentence after `__NO_TIMES__` instead. So the page
 * needs no script for it and does not shift.
 */
export function NextFreeTimes() {
  return (
    <>
      {'__FREE_TIMES__'}
      <ul className="mt-4 grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {'__EACH_TREATMENT__'}
        <li className="min-w-0">
          <h3 className="font-semibold">__TIMES_OF__</h3>
          <p className="text-[0.9375rem] text-muted">__TIMES_DOCTOR__</p>
          <p className="mt-2 text-sm font-semibold">__TIMES_DAY__</p>
          <ul className="mt-2 grid grid-cols-2 gap-2 large-text:grid-cols-1">
            {'__EACH_TIME__'}
            <li className="max-sm:nth-[n+3]:hidden">
              <a
                href={`${href.bookAppointment()}?__TIME_QUERY__`}
                aria-label="__TIME_SLOT__, __TIMES_OF__, __TIMES_DAY__"
                className={buttonLook({
                  variant: 'secondary',
                  size: 'small',
                  className: 'w-full px-1! font-medium! tabular-nums',
                })}
              >
                __TIME_START__
              </a>
            </li>
            {'__END_TIME__'}
          </ul>
        </li>
        {'__END_TREATMENT__'}
      </ul>
      <p className="mt-5 text-sm text-muted">
        The times are the clinic's local time (__CLINIC_TIME_ZONE__).{' '}
        <TextLink href={href.doctors()}>All doctors and times</TextLink>
      </p>
      {'__NO_TIMES__'}
      <p className="mt-3 text-muted">
        Look for a free time <TextLink href={href.doctors()}>among all doctors</TextLink>.
      </p>
      {'__END_FREE_TIMES__'}
    </>
  );
}
