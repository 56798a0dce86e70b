/** The steps of the set-up after the first one, which makes the admin's account. Each has its own address. */
export const setupSteps = ['clinic', 'hours', 'treatments', 'doctor'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The last page, which is not a step: preview and checklist. */
export const READY = 'ready';

export const stepTitles: Readonly<Record<SetupStep, string>> = {
  clinic: 'The clinic',
  hours: 'Opening hours and closing days',
  treatments: 'Treatments',
  doctor: 'The first doctor',
};

export function isSetupStep(text: string | undefined): text is SetupStep {
  return setupSteps.some((step) => step === text);
}

/** What exists of each step. Nothing else remembers how far the set-up has come. */
export type SetupProgress = Readonly<Record<SetupStep, boolean>>;

/**
 * Where the set-up continues, on any device: after the last step of which something exists, so that skipped steps do
 * not come up again. Pure.
 */
export function stepToContinueAt(progress: SetupProgress): SetupStep | typeof READY {
  const last = setupSteps.findLastIndex((step) => progress[step]);
  return setupSteps[last + 1] ?? READY;
}

/** The pages before and after a step. Pure. */
export function neighboursOf(step: SetupStep): { previous: SetupStep | undefined; next: SetupStep | typeof READY } {
  const at = setupSteps.indexOf(step);
  return { previous: setupSteps[at - 1], next: setupSteps[at + 1] ?? READY };
}
