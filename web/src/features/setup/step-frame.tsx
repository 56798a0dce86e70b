import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { href } from '../../pages.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { neighboursOf, type SetupProgress, type SetupStep, setupSteps, stepTitles } from './steps.ts';

/** A step of the set-up: how far one is, the editor of the step, and the ways back and on. */
export function StepFrame({
  step,
  progress,
  text,
  nextLabel,
  children,
}: {
  step: SetupStep;
  /** Undefined until it is known. */
  progress: SetupProgress | undefined;
  text: ReactNode;
  /** The label of the link to the next page; by default 'Continue', or 'Skip' while nothing of the step exists. */
  nextLabel?: string;
  children: ReactNode;
}) {
  const { previous, next } = neighboursOf(step);
  const isDone = progress?.[step] === true;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <Progress step={step} progress={progress} />
      <PageHeading title={stepTitles[step]} documentTitle={`Set-up: ${stepTitles[step]}`}>
        {text}
      </PageHeading>
      {children}
      <div className="mt-10 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6 max-sm:*:grow">
        {previous ? (
          <LinkButton href={href.setupStep(previous)} variant="quiet">
            Back
          </LinkButton>
        ) : (
          <span aria-hidden="true" />
        )}
        <LinkButton
          href={href.setupStep(next)}
          // 'Save and continue' of the second step is the primary button.
          variant={isDone && step !== 'clinic' ? 'primary' : 'secondary'}
        >
          {nextLabel ?? (isDone ? 'Continue' : 'Skip this step')}
        </LinkButton>
      </div>
    </div>
  );
}

/** 'Step 2 of 5', with links to the steps. The first step, the admin's account, is done and has no link. */
export function Progress({ step, progress }: { step: SetupStep | undefined; progress: SetupProgress | undefined }) {
  const number = step === undefined ? 1 : setupSteps.indexOf(step) + 2;
  return (
    <nav aria-label="Steps of the set-up" className="mb-8">
      <p className="font-semibold">
        Step {number} of {setupSteps.length + 1}
      </p>
      <ol className="mt-2 flex gap-1.5">
        <li className="grow">
          <Bar number={1} isCurrent={step === undefined} isDone={step !== undefined} label="Your account" />
        </li>
        {setupSteps.map((one, at) => {
          const bar = (
            <Bar number={at + 2} isCurrent={one === step} isDone={progress?.[one] === true} label={stepTitles[one]} />
          );
          return (
            <li key={one} className="min-w-0 grow">
              {step === undefined ? (
                bar
              ) : (
                <Anchor
                  href={href.setupStep(one)}
                  aria-current={one === step ? 'step' : undefined}
                  className="block rounded-sm"
                >
                  {bar}
                </Anchor>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Bar({
  number,
  label,
  isCurrent,
  isDone,
}: {
  number: number;
  label: string;
  isCurrent: boolean;
  isDone: boolean;
}) {
  return (
    <span
      className={classNames(
        'flex min-h-11 items-center justify-center gap-1.5 border-t-4 text-sm',
        isCurrent ? 'border-pine font-semibold text-ink' : isDone ? 'border-pine text-muted' : 'border-line text-muted',
      )}
    >
      {isDone && !isCurrent ? <Check className="size-4 text-pine" aria-hidden="true" /> : number}
      <span className="sr-only">
        {isDone && !isCurrent ? `${number}, done: ` : ': '}
        {label}
      </span>
    </span>
  );
}
