import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

// Whole class names: Tailwind generates only classes that it finds in the source.
const colours: readonly { name: string; look: string; use: string }[] = [
  { name: 'paper', look: 'bg-paper', use: 'the page' },
  { name: 'surface', look: 'bg-surface', use: 'cards, fields, dialogs' },
  { name: 'sunken', look: 'bg-sunken', use: 'hovered, disabled, table heads' },
  { name: 'ink', look: 'bg-ink', use: 'text' },
  { name: 'muted', look: 'bg-muted', use: 'secondary text' },
  { name: 'faint', look: 'bg-faint', use: 'placeholders, disabled' },
  { name: 'line', look: 'bg-line', use: 'decorative borders' },
  { name: 'line-strong', look: 'bg-line-strong', use: 'borders of controls' },
  { name: 'pine', look: 'bg-pine', use: 'actions, links, selection' },
  { name: 'pine-strong', look: 'bg-pine-strong', use: 'hovered actions' },
  { name: 'pine-soft', look: 'bg-pine-soft', use: 'behind pine text' },
  { name: 'on-pine', look: 'bg-on-pine', use: 'text on pine' },
  { name: 'amber', look: 'bg-amber', use: 'an accent, never text' },
  { name: 'amber-soft', look: 'bg-amber-soft', use: 'behind warnings' },
  { name: 'amber-ink', look: 'bg-amber-ink', use: 'warning text' },
  { name: 'danger', look: 'bg-danger', use: 'errors, destructive actions' },
  { name: 'danger-strong', look: 'bg-danger-strong', use: 'hovered destructive actions' },
  { name: 'danger-soft', look: 'bg-danger-soft', use: 'behind errors' },
  { name: 'on-danger', look: 'bg-on-danger', use: 'text on danger' },
  { name: 'night', look: 'bg-night', use: 'footer, banner' },
  { name: 'on-night', look: 'bg-on-night', use: 'text on night' },
  { name: 'on-night-muted', look: 'bg-on-night-muted', use: 'secondary text on night' },
  { name: 'own', look: 'bg-own', use: "one's own messages" },
  { name: 'on-own', look: 'bg-on-own', use: 'text on own messages' },
  { name: 'ring', look: 'bg-(--ring)', use: 'the focus ring' },
];

const pairs: readonly { name: string; look: string }[] = [
  { name: 'ink on paper', look: 'bg-paper text-ink' },
  { name: 'muted on paper', look: 'bg-paper text-muted' },
  { name: 'faint on paper', look: 'bg-paper text-faint' },
  { name: 'pine on paper', look: 'bg-paper text-pine' },
  { name: 'danger on paper', look: 'bg-paper text-danger' },
  { name: 'ink on surface', look: 'bg-surface text-ink' },
  { name: 'muted on surface', look: 'bg-surface text-muted' },
  { name: 'faint on surface', look: 'bg-surface text-faint' },
  { name: 'pine on surface', look: 'bg-surface text-pine' },
  { name: 'danger on surface', look: 'bg-surface text-danger' },
  { name: 'ink on sunken', look: 'bg-sunken text-ink' },
  { name: 'muted on sunken', look: 'bg-sunken text-muted' },
  { name: 'faint on sunken', look: 'bg-sunken text-faint' },
  { name: 'pine on pine-soft', look: 'bg-pine-soft text-pine' },
  { name: 'on-pine on pine', look: 'bg-pine text-on-pine' },
  { name: 'on-pine on pine-strong', look: 'bg-pine-strong text-on-pine' },
  { name: 'amber-ink on amber-soft', look: 'bg-amber-soft text-amber-ink' },
  { name: 'danger on danger-soft', look: 'bg-danger-soft text-danger' },
  { name: 'on-danger on danger', look: 'bg-danger text-on-danger' },
  { name: 'on-danger on danger-strong', look: 'bg-danger-strong text-on-danger' },
  { name: 'on-night on night', look: 'bg-night text-on-night' },
  { name: 'on-night-muted on night', look: 'bg-night text-on-night-muted' },
  { name: 'on-own on own', look: 'bg-own text-on-own' },
];

export function Colours() {
  return (
    <GallerySection
      title="Colours"
      intro="Colours are named after their purpose. Every text pair has a contrast of at least 4.5:1 in both themes."
    >
      <BothThemes label="Colours">
        <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {colours.map(({ name, look, use }) => (
            <li key={name} className="flex items-center gap-3">
              <span className={classNames('size-11 shrink-0 rounded-control border border-line-strong', look)} />
              <span className="min-w-0 leading-snug">
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm text-muted">{use}</span>
              </span>
            </li>
          ))}
        </ul>
        <Example caption="The pairs that carry text" className="flex flex-wrap gap-2">
          {pairs.map(({ name, look }) => (
            <span key={name} className={classNames('rounded-control border border-line px-3 py-1.5 text-sm', look)}>
              {name}
            </span>
          ))}
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

const sizes: readonly { name: string; look: string; text: string }[] = [
  { name: 'display, 36 to 60 px', look: 'text-display font-[650]', text: 'See a doctor face to face' },
  { name: 'title, 26 to 34 px', look: 'text-title font-[650]', text: 'Available appointments on Nov 21, 2026' },
  { name: 'heading, 20 px', look: 'text-heading font-[650]', text: 'Cardiology' },
  { name: 'large, 18 px', look: 'text-lg', text: 'Pick a day, pick a free time, and come in.' },
  { name: 'base, 16 px', look: 'text-base', text: 'Half an hour with a doctor who looks at you, not at a screen.' },
  { name: '15 px, in tables and labels', look: 'text-[0.9375rem]', text: '09:00 AM - 09:30 AM, $90' },
  { name: 'small, 14 px', look: 'text-sm', text: 'Reported 5 minutes ago' },
];

export function TypeScale() {
  return (
    <GallerySection title="Type" intro="The font is Figtree. Two sizes grow with the window, the others are fixed.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {sizes.map(({ name, look, text }) => (
          <Example key={name} caption={name} className={look}>
            {text}
          </Example>
        ))}
      </div>
    </GallerySection>
  );
}

const spaces: readonly { name: string; look: string }[] = [
  { name: '8 px', look: 'w-2' },
  { name: '12 px', look: 'w-3' },
  { name: '16 px', look: 'w-4' },
  { name: '20 px', look: 'w-5' },
  { name: '24 px', look: 'w-6' },
  { name: '32 px', look: 'w-8' },
  { name: '40 px', look: 'w-10' },
  { name: '56 px', look: 'w-14' },
];
const radii: readonly { name: string; pixels: string; look: string }[] = [
  { name: 'control', pixels: '10 px', look: 'rounded-control' },
  { name: 'card', pixels: '16 px', look: 'rounded-card' },
  { name: 'panel', pixels: '24 px', look: 'rounded-panel' },
  { name: 'full', pixels: 'a half', look: 'rounded-full' },
];
const elevations: readonly { name: string; look: string }[] = [
  { name: 'card', look: 'shadow-card' },
  { name: 'lift', look: 'shadow-lift' },
  { name: 'float', look: 'shadow-float' },
];
const box =
  'grid size-24 large-text:w-full place-items-center border border-line bg-surface p-2 text-center text-sm leading-snug';

export function Shapes() {
  return (
    <GallerySection
      title="Space, radius, elevation, motion"
      intro="Card for panels, lift for hovered cards, float for layers above the page."
    >
      <BothThemes label="Space, radius, elevation, motion">
        <Example caption="Space between things" className="grid gap-2">
          {spaces.map(({ name, look }) => (
            <p key={name} className="flex items-center gap-3 text-sm">
              <span className={classNames('h-4 bg-pine', look)} /> {name}
            </p>
          ))}
        </Example>
        <Example caption="Radius" className="flex flex-wrap gap-4">
          {radii.map(({ name, pixels, look }) => (
            <div key={name} className={classNames(box, look)}>
              {name}
              <br />
              {pixels}
            </div>
          ))}
        </Example>
        <Example caption="Elevation" className="flex flex-wrap gap-6 pb-6">
          {elevations.map(({ name, look }) => (
            <div key={name} className={classNames(box, 'rounded-card', look)}>
              {name}
            </div>
          ))}
        </Example>
        <Motion />
      </BothThemes>
    </GallerySection>
  );
}

function Motion() {
  const [plays, setPlays] = useState(0);
  return (
    <Example caption="Motion: 180 ms, none with reduced motion" className="flex flex-wrap gap-4">
      <div key={`fade-${plays}`} className={classNames(box, 'animate-fade-in rounded-card')}>
        fade-in
      </div>
      <div key={`rise-${plays}`} className={classNames(box, 'animate-rise-in rounded-card')}>
        rise-in
      </div>
      <Button variant="quiet" className="self-center" onClick={() => setPlays(plays + 1)}>
        Play again
      </Button>
    </Example>
  );
}
