import { type FormEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is wrong with a value, as a message for its field; undefined if nothing is. */
export type Rule = (value: string, control: Control | undefined) => string | undefined;

type Errors<Name extends string> = Partial<Record<Name, string>>;

/**
 * A form with uncontrolled fields, by `name`. Validated on submit, and from then on each field when it changes.
 * Render it with `Form`, which moves the focus to errors.
 */
export function useForm<Name extends string>({
  rules,
  held = {},
  draft,
  onSubmit,
}: {
  rules: Readonly<Record<Name, Rule>>;
  /** Values of fields that are not form controls, such as an image. */
  held?: Partial<Record<Name, string>>;
  /** Where the values of these fields are kept while the form is open, until `reset` (api/drafts.ts). Never passwords. */
  draft?: { fields: readonly NoInfer<Name>[]; of: { read: () => unknown; write: (values: unknown) => void } };
  /** Runs with valid values. While its promise is pending, the form cannot be submitted again. */
  onSubmit: (values: Record<Name, string>) => Promise<void> | void;
}) {
  const [{ attempt, errors }, setChecked] = useState<{ attempt: number; errors: Errors<Name> }>({
    attempt: 0,
    errors: {},
  });
  const [isSubmitting, setIsSubmitting] = useState(false);
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  // The keys of an object literal with exactly these names.
  const names = Object.keys(rules) as Name[];

  const controlOf = (name: Name): Control | undefined => {
    const found = element.current?.elements.namedItem(name);
    return found instanceof HTMLInputElement ||
      found instanceof HTMLSelectElement ||
      found instanceof HTMLTextAreaElement
      ? found
      : undefined;
  };
  const valueOf = (name: Name): string => held[name] ?? controlOf(name)?.value ?? '';
  const faultOf = (name: Name): string | undefined => rules[name](valueOf(name), controlOf(name));
  const withFault = (all: Errors<Name>, name: Name, fault: string | undefined): Errors<Name> => {
    const { [name]: _, ...others } = all;
    return (fault === undefined ? others : { ...others, [name]: fault }) as Errors<Name>;
  };

  const restore = useEffectEvent(() => {
    const kept = draft?.of.read();
    if (typeof kept !== 'object' || kept === null) return;
    for (const name of draft?.fields ?? []) {
      const value: unknown = Reflect.get(kept, name);
      const control = controlOf(name);
      if (control && typeof value === 'string') control.value = value;
    }
  });
  // Before the first paint.
  useLayoutEffect(() => restore(), []);

  const submit = async (send: typeof onSubmit): Promise<void> => {
    if (isSubmitting) return;
    const found = names.reduce<Errors<Name>>((all, name) => withFault(all, name, faultOf(name)), {});
    setChecked({ attempt: attempt + 1, errors: found });
    if (Object.keys(found).length > 0) return;
    setIsSubmitting(true);
    try {
      await send(Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, string>);
    } finally {
      setIsSubmitting(false);
    }
  };

  const shown = names.reduce<Errors<Name>>((all, name) => {
    const value = held[name];
    return attempt > 0 && value !== undefined ? withFault(all, name, rules[name](value, undefined)) : all;
  }, errors);
  return {
    /** The id of the form, for a button outside it, such as one at the foot of a dialog. */
    id,
    /** Props for the `form` element. */
    props: {
      id,
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        void submit(onSubmit);
      },
      onChange: ({ target }: FormEvent): void => {
        const name = names.find((one) => 'name' in target && one === target.name);
        if (attempt > 0 && name !== undefined && held[name] === undefined) {
          setChecked({ attempt, errors: withFault(errors, name, faultOf(name)) });
        }
        draft?.of.write(Object.fromEntries(draft.fields.map((field) => [field, valueOf(field)])));
      },
    },
    /** Props for the control of a field: its name and its error. */
    field: (name: Name) => ({ name, error: shown[name] }),
    /** The errors, by field. */
    errors: shown,
    /** How often it was submitted, for FaultSummary. */
    attempt,
    isSubmitting,
    /** For another button: checks the fields and submits with another `onSubmit`. */
    submit: (send: typeof onSubmit): void => void submit(send),
    /** Shows errors found by the server, if any, and focuses the first of their fields. */
    refuse: (refused: Errors<Name> | undefined): void => {
      if (!refused) return;
      setChecked({ attempt, errors: refused });
      const [first] = names.filter((name) => refused[name] !== undefined);
      if (first !== undefined) controlOf(first)?.focus();
    },
    /** Clears it and its draft, as if nothing had been typed. */
    reset: (): void => {
      element.current?.reset();
      draft?.of.write(undefined);
      setChecked({ attempt: 0, errors: {} });
    },
  };
}
