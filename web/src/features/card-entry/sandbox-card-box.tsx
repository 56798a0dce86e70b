import FlaskConical from 'lucide-react/icons/flask-conical';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { CardEntrySettings, CardOutcome } from './card-entry.ts';
import { type CardFault, groupDigits, readCard } from './card-input.ts';
import { authenticateAtSandbox, confirmAtSandbox } from './sandbox-confirm.ts';

export type SandboxCardHandle = { confirm: () => Promise<CardOutcome> };

type HolderQuestion = { answer: (isHolder: boolean) => void };

/** Number, expiry and security code of a test card, and the bank's confirmation if it has one. */
export function SandboxCardBox({
  settings,
  ref,
  onShown,
}: {
  settings: CardEntrySettings;
  ref: Ref<SandboxCardHandle>;
  onShown: () => void;
}) {
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [cvc, setCvc] = useState('');
  const [fault, setFault] = useState<CardFault>();
  const [question, setQuestion] = useState<HolderQuestion>();
  const fields = useRef<HTMLDivElement>(null);
  useEffect(onShown, [onShown]);

  const confirm = async (): Promise<CardOutcome> => {
    const read = readCard({ number, expiry, cvc, now: new Date() });
    setFault('fault' in read ? read.fault : undefined);
    if ('fault' in read) {
      fields.current?.querySelector<HTMLInputElement>(`[name=${read.fault.field}]`)?.focus();
      return { kind: 'incomplete' };
    }
    const confirmed = await confirmAtSandbox(read.card, settings);
    if (confirmed.kind !== 'wants-holder') return confirmed;
    const isHolder = await new Promise<boolean>((answer) => setQuestion({ answer }));
    setQuestion(undefined);
    return authenticateAtSandbox(confirmed.address, { clientSecret: settings.clientSecret, isHolder });
  };
  useImperativeHandle(ref, () => ({ confirm }));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DemoBanner />
      {question && <Question answer={question.answer} />}
      <div
        ref={fields}
        className={question ? 'hidden' : 'grid grid-cols-2 items-start gap-4 large-text:flex large-text:flex-col'}
      >
        <TextField
          label="Card number"
          name="number"
          className="col-span-2"
          placeholder="4242 4242 4242 4242"
          value={number}
          error={fault?.field === 'number' ? fault.message : undefined}
          onChange={({ target }) => {
            // Not regrouped when editing in the middle of a number, because the caret would jump to the end.
            const isAtEnd = target.selectionStart === target.value.length;
            setNumber(isAtEnd ? groupDigits(target.value) : target.value);
          }}
          {...cardInput}
        />
        <TextField
          label="Expiry date"
          name="expiry"
          placeholder="MM / YY"
          maxLength={9}
          value={expiry}
          error={fault?.field === 'expiry' ? fault.message : undefined}
          onChange={({ target }) => setExpiry(target.value)}
          {...cardInput}
        />
        <TextField
          label="Security code"
          name="cvc"
          placeholder="123"
          maxLength={4}
          value={cvc}
          error={fault?.field === 'cvc' ? fault.message : undefined}
          onChange={({ target }) => setCvc(target.value)}
          {...cardInput}
        />
      </div>
    </div>
  );
}

/** Prevents browsers from offering saved cards, which are real. */
const cardInput = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const;

function DemoBanner() {
  return (
    <section aria-labelledby="demo-payments" className="rounded-control bg-amber-soft px-4 py-3 text-sm text-amber-ink">
      <h2 id="demo-payments" className="flex items-center gap-2 text-[0.9375rem] font-semibold">
        <FlaskConical className="size-4.5 shrink-0" aria-hidden="true" />
        Demo payments
      </h2>
      <p className="mt-1">
        No money is charged, and real cards are not accepted. Use any future date and any three digits with one of these
        numbers:
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {examples.map(({ number, does }) => (
          <div key={number} className="contents">
            <dt className="font-semibold whitespace-nowrap tabular-nums">{number}</dt>
            <dd className="max-sm:mb-1">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const examples = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0025 0000 3155', does: 'asks you to confirm, then pays' },
];

/** The bank's confirmation. It takes the focus, because nothing else can be done now. */
function Question({ answer }: HolderQuestion) {
  return (
    <section aria-labelledby="is-it-you" className="grid gap-3 rounded-control border border-line-strong p-4">
      <h2 id="is-it-you" ref={focusWhenShown} tabIndex={-1} className="font-semibold outline-none">
        Is it you?
      </h2>
      <p className="text-[0.9375rem] text-muted">The bank that issued this card asks you to confirm the payment.</p>
      <div className="flex flex-wrap gap-3">
        <Button className="max-sm:w-full max-sm:px-2!" onClick={() => answer(true)}>
          Complete authentication
        </Button>
        <Button variant="secondary" className="max-sm:w-full max-sm:px-2!" onClick={() => answer(false)}>
          Fail authentication
        </Button>
      </div>
    </section>
  );
}
