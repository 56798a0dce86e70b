import { Each, When } from '../../clinic/facts.tsx';
import { href } from '../../pages.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** The server fills it in for each request (`server/src/http/free-times-document.ts`), so the page needs no script for it and does not shift. */
export function NextFreeTimes() {
  return (
    <>
      <When is="freeTimes">
        <ul className="mt-4 grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          <Each of="freeTimes">
            <li className="min-w-0">
              <h3 className="font-semibold">__ITEM:treatment__</h3>
              <p className="text-[0.9375rem] text-muted">__ITEM:doctor__</p>
              <p className="mt-2 text-sm font-semibold">__ITEM:day__</p>
              <ul className="mt-2 grid grid-cols-2 gap-2 large-text:grid-cols-1">
                <Each of="times">
                  <li className="max-sm:nth-[n+3]:hidden">
                    <a
                      href={`${href.bookAppointment()}?__ITEM:query__`}
                      aria-label="__ITEM:slot__, __ITEM:treatment__, __ITEM:day__"
                      className={buttonLook({
                        variant: 'secondary',
                        size: 'small',
                        className: 'w-full px-1! font-medium! tabular-nums',
                      })}
                    >
                      __ITEM:start__
                    </a>
                  </li>
                </Each>
              </ul>
            </li>
          </Each>
        </ul>
        <p className="mt-5 text-sm text-muted">
          The times are the clinic's local time (__CLINIC_TIME_ZONE__).{' '}
          <TextLink href={href.doctors()}>All doctors and times</TextLink>
        </p>
      </When>
      <When is="noFreeTimes">
        <p className="mt-3 text-muted">
          Look for a free time <TextLink href={href.doctors()}>among all doctors</TextLink>.
        </p>
      </When>
    </>
  );
}
