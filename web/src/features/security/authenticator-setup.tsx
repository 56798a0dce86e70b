import { useMutation } from '@tanstack/react-query';
import { encodeQR } from 'qr';
import { useEffect, useMemo, useRef } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { confirmAuthenticator, type Setup } from './factor-calls.ts';

/** The QR code for the app, its key as text, and the first code, which confirms it. */
export function AuthenticatorSetup({
  setup,
  onConfirmed,
  onCancel,
}: {
  setup: Setup;
  onConfirmed: () => void;
  onCancel: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const confirm = useMutation({ mutationFn: confirmAuthenticator, onSuccess: onConfirmed });
  const form = useForm({
    rules: {
      code: (text) => (/^(\s*\d){6}\s*$/.test(text) ? undefined : 'Enter the 6 digits that your app shows.'),
    },
    onSubmit: ({ code }) => confirm.mutate({ code, ...setup }),
  });
  const key = new URL(setup.uri).searchParams.get('secret') ?? '';
  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold focus-visible:outline-none">
        Scan this with your authenticator app
      </h3>
      <div className="grid items-start gap-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <div className="grid gap-1.5">
          <p className="text-muted">If you cannot scan it, type this key into the app:</p>
          <p className="font-mono wrap-anywhere">{key.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <Form of={form} className="grid gap-5">
        <TextField
          label="Code"
          hint="The 6 digits that the app shows now."
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-xs"
        />
        <FormError message={failureMessage(confirm.error)} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={confirm.isPending}>
            Turn on
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** A QR code. Black on white in both themes, because not every camera reads the opposite. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text]);
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-control bg-white forced-color-adjust-none"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
