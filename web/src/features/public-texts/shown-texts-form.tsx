import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { clinicFactsQuery } from '../clinic/clinic-queries.ts';
import { SaveFailure } from '../clinic/save-failure.tsx';
import { useClinicSave } from '../clinic/use-clinic-save.ts';
import { draftOf, faultsOf, itemsOf, type ListDraft, type ListField } from './item-list.ts';
import { ItemList } from './item-list-editor.tsx';

const testimonialFields: readonly ListField<'name' | 'place' | 'text'>[] = [
  { name: 'text', label: 'What they say', maxLength: 600, isLong: true, required: 'Write something, or remove it.' },
  { name: 'name', label: 'Name', maxLength: 80, required: 'Name is Required' },
  { name: 'place', label: 'Place', maxLength: 80 },
];
const newsFields: readonly ListField<'topic' | 'title' | 'text'>[] = [
  { name: 'topic', label: 'Topic', maxLength: 40 },
  { name: 'title', label: 'Title', maxLength: 120, required: 'Title is Required' },
  { name: 'text', label: 'Text', maxLength: 600, isLong: true },
];
const figureFields: readonly ListField<'value' | 'label'>[] = [
  { name: 'value', label: 'Figure', maxLength: 12, required: 'Figure is Required' },
  { name: 'label', label: 'What it counts', maxLength: 60, required: 'Say what the figure counts.' },
];

/** Edits the testimonials, news and figures of the home page. */
export function ShownTextsForm({
  facts,
  onReload,
}: {
  facts: ClinicFacts;
  /** Called to discard the input and load the version that somebody else saved. */
  onReload: () => Promise<void>;
}) {
  const [attempt, setAttempt] = useState(0);
  const [testimonials, setTestimonials] = useState(() => draftOf(facts.testimonials));
  const [news, setNews] = useState(() => draftOf(facts.news));
  const [figures, setFigures] = useState(() => draftOf(facts.figures));
  const { save, edit, isDirty } = useClinicSave({
    query: clinicFactsQuery,
    send: ({ version }: { version: number }) =>
      client.clinicFacts.save({
        testimonials: itemsOf(testimonials),
        news: itemsOf(news),
        figures: itemsOf(figures),
        version,
      }),
    refetches: [api.clinicFacts, api.audit],
    onSaved: () => toast.success('The texts are saved.'),
  });
  const wrong = [
    ...faultsOf(testimonials, testimonialFields),
    ...faultsOf(news, newsFields),
    ...faultsOf(figures, figureFields),
  ];
  const showsFaults = attempt > 0;
  const submit = (version: number): void => {
    if (wrong.length > 0) setAttempt(attempt + 1);
    else save.mutate({ version });
  };
  const changes = <Name extends string>(set: (draft: ListDraft<Name>) => void) => ({
    showsFaults,
    onChange: (draft: ListDraft<Name>) => {
      set(draft);
      edit();
    },
  });
  return (
    <Card className="p-4.5! sm:p-6!">
      <LeaveGuard when={isDirty} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(facts.version);
        }}
        className="grid gap-6"
      >
        <FaultSummary attempt={attempt} wrong={wrong} />
        <ItemList
          title="Testimonials"
          hint="What patients say about you. Ask them before you publish it."
          item="testimonial"
          most={12}
          fields={testimonialFields}
          draft={testimonials}
          {...changes(setTestimonials)}
        />
        <ItemList
          title="News"
          hint="Shown on the home page and beside the feed."
          item="piece of news"
          most={12}
          fields={newsFields}
          draft={news}
          {...changes(setNews)}
        />
        <ItemList
          title="Figures"
          hint="Like “25” and “years in Berlin”."
          item="figure"
          most={6}
          fields={figureFields}
          draft={figures}
          {...changes(setFigures)}
        />
        <SaveFailure save={save} onReplace={submit} onReload={onReload} />
        <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
          Save texts
        </Button>
      </form>
    </Card>
  );
}
