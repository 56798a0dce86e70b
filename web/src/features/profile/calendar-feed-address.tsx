import Copy from 'lucide-react/icons/copy';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/text-field.tsx';

/** The address of a calendar feed, and how to subscribe to it. */
export function CalendarFeedAddress({ url }: { url: string }) {
  const copy = (): Promise<void> =>
    copyText(url, {
      done: 'The address is copied.',
      failed: 'Your browser did not allow copying. Select the address.',
    });
  return (
    <div className="grid gap-4">
      <TextField
        label="Your private address"
        hint="Whoever has it can see when your appointments are. Do not share it."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Button onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden="true" />
          Copy address
        </Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonLook({ variant: 'secondary' })}>
          Open in calendar app
        </a>
      </div>
      <dl className="grid gap-3 text-[0.9375rem]">
        <How program="Apple Calendar">Use the button on your iPhone, iPad or Mac.</How>
        <How program="Google Calendar">
          On a computer: next to Other calendars choose the plus, then From URL, and paste the address. Google looks for
          changes about once a day.
        </How>
        <How program="Outlook">On outlook.com: Add calendar, Subscribe from web, and paste the address.</How>
      </dl>
    </div>
  );
}

function How({ program, children }: { program: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{program}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
