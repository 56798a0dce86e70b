import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { next, type Outcome, TRANSITIONS } from './transitions.ts';

it('ARCHITECTURE.md prints the current tables', () => {
  const architecture = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  expect(architecture).toContain(transitionsInMarkdown());
});

it('throws for events that only a bug can cause', () => {
  expect(() => next('payment', 'paid', 'pay')).toThrow('No payment that is paid can pay.');
  expect(() => next('refund', 'failed', 'request')).toThrow();
});

/** The tables in Markdown, as ARCHITECTURE.md prints them. */
function transitionsInMarkdown(): string {
  return Object.entries(TRANSITIONS)
    .map(([machine, states]) => tableInMarkdown(machine, Object.entries(states)))
    .join('\n\n');
}

type Cell = Outcome | { readonly kind: 'never' };

function tableInMarkdown(machine: string, states: [string, Record<string, Cell>][]): string {
  const events = Object.keys(states[0]?.[1] ?? {});
  return [
    `| ${machine} | ${events.join(' | ')} |`,
    `| ${['', ...events].map(() => '---').join(' | ')} |`,
    ...states.map(
      ([state, cells]) => `| **${state}** | ${events.map((event) => cellText(cells[event])).join(' | ')} |`,
    ),
  ].join('\n');
}

function cellText(cell: Cell | undefined): string {
  switch (cell?.kind) {
    case 'to':
      return [`→ ${cell.state}`, ...cell.effects].join('; ');
    case 'same':
      return 'no change';
    case 'differs':
      return `difference: ${cell.difference}`;
    default:
      return 'impossible';
  }
}
