import { useEffect, useRef } from 'react';
import { productName } from '../../clinic/name.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { saveFile } from '../../ui/save-file.ts';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const copy = (): Promise<void> =>
    copyText(text, {
      done: 'The recovery codes are copied.',
      failed: 'Your browser did not allow copying. Select the codes, or download them.',
    });
  const download = (): void =>
    saveFile(`Recovery codes for ${productName()}\n\n${text}\n`, { name: 'recovery-codes.txt', type: 'text/plain' });
  return (
    <div className="grid gap-4 rounded-card bg-pine-soft p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-pine focus-visible:outline-none">
        Save your recovery codes
      </h3>
      <p>
        If you lose your device, each of these codes signs you in once. We cannot show them again: keep them where you
        keep passwords, not on the same device.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-1.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
    </div>
  );
}
