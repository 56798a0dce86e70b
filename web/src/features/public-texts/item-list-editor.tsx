import { useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { newKey } from '../hours/new-key.ts';
import { controlName, faultIn, type ListDraft, type ListField, moved } from './item-list.ts';

/** Edits a list of texts: adds, changes, moves and removes its items. */
export function ItemList<Name extends string>({
  title,
  hint,
  item,
  most,
  fields,
  draft,
  showsFaults,
  onChange,
}: {
  title: string;
  hint: string;
  /** What an item is called: 'testimonial'. */
  item: string;
  /** How many items the list can have. */
  most: number;
  fields: readonly ListField<Name>[];
  draft: ListDraft<Name>;
  showsFaults: boolean;
  onChange: (draft: ListDraft<Name>) => void;
}) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = draft.length >= most;
  const add = () => {
    // Every field has its value.
    const values = Object.fromEntries(fields.map(({ name }) => [name, ''])) as Record<Name, string>;
    onChange([...draft, { key: newKey(), values }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus(),
    );
  };
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">{hint}</p>
      </div>
      {draft.length > 0 && (
        <ul ref={list} className="grid gap-4">
          {draft.map(({ key, values }, at) => {
            const name = `${item} ${at + 1}`;
            return (
              <li key={key}>
                <div role="group" aria-label={name} className="grid gap-4 rounded-control border border-line p-3.5">
                  {fields.map((field) => {
                    const props = {
                      label: field.label,
                      name: controlName(key, field.name),
                      maxLength: field.maxLength,
                      value: values[field.name],
                      error: showsFaults ? faultIn(values[field.name], field) : undefined,
                    };
                    const change = (value: string) =>
                      onChange(draft.with(at, { key, values: { ...values, [field.name]: value } }));
                    return field.isLong ? (
                      <TextArea
                        key={field.name}
                        {...props}
                        onChange={({ currentTarget }) => change(currentTarget.value)}
                      />
                    ) : (
                      <TextField
                        key={field.name}
                        {...props}
                        onChange={({ currentTarget }) => change(currentTarget.value)}
                      />
                    );
                  })}
                  <div className="-ms-3.5 -mb-1.5 flex flex-wrap">
                    <MoveButtons
                      name={name}
                      isFirst={at === 0}
                      isLast={at === draft.length - 1}
                      onMove={(by) => onChange(moved(draft, at, by))}
                    />
                    <Button
                      variant="quiet"
                      size="small"
                      className="text-danger!"
                      onClick={() => {
                        addButton.current?.focus();
                        onChange(draft.toSpliced(at, 1));
                      }}
                    >
                      Remove<span className="sr-only"> {name}</span>
                    </Button>
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Button
        ref={addButton}
        variant="secondary"
        size="small"
        className="justify-self-start"
        aria-disabled={isFull}
        onClick={() => !isFull && add()}
      >
        Add a {item}
      </Button>
    </section>
  );
}
