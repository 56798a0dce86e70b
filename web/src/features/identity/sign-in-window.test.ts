import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSignInWindow, type WindowOutcome } from './sign-in-window.ts';

const OWN = 'https://clinic.example';
/** What the page's window gets, as a browser would deliver it. */
let page: EventTarget;
const opened = { closed: false };
const outcomes: WindowOutcome[] = [];
let stop: (() => void) | undefined;

beforeEach(() => {
  page = new EventTarget();
  outcomes.length = 0;
  vi.stubGlobal('location', { origin: OWN });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('window', {
    open: () => opened,
    setInterval,
    setTimeout,
    screenX: 0,
    screenY: 0,
    outerWidth: 0,
    outerHeight: 0,
  });
  stop = openSignInWindow((outcome) => outcomes.push(outcome));
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
});

const DONE = { attempt: null };
const deliver = (message: { data: unknown; origin: string; source: unknown }) =>
  page.dispatchEvent(Object.assign(new Event('message'), message));

it('believes a message of its own window on our own origin', () => {
  deliver({ data: DONE, origin: OWN, source: opened });
  expect(outcomes).toEqual([{ kind: 'done', isNewcomer: false, secondFactor: undefined }]);
});

it.each([
  ['of another origin', { data: DONE, origin: 'https://evil.example', source: opened }],
  ['of another window', { data: DONE, origin: OWN, source: {} }],
  ['of another attempt', { data: { attempt: 'another' }, origin: OWN, source: opened }],
  ['that is no such message', { data: 'done', origin: OWN, source: opened }],
  ['without an attempt', { data: {}, origin: OWN, source: opened }],
])('ignores a message %s', (_what, message) => {
  deliver(message);
  expect(outcomes).toEqual([]);
});
