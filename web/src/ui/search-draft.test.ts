import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterArrival, afterSending, lastAsked, type SearchDraft } from './search-draft.ts';

const empty: SearchDraft<string> = { value: '', seen: '', sent: [] };

it('keeps letters that are typed before the URL has changed', () => {
  let draft = afterSending({ ...empty, value: 'an' }, 'an');
  draft = { ...draft, value: 'anna' };
  expect(afterArrival(draft, 'an', 'an').value).toBe('anna');
});

it('keeps what is typed, in any order of letters, pauses and URL changes', () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('send', 'arrive', 'skip'), fc.constantFrom('a', 'b')), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, (list) => {
      let draft = empty;
      let typed = '';
      let onTheWay: string[] = [];
      for (const step of list) {
        if (step === 'send') {
          if (typed !== lastAsked(draft)) onTheWay.push(typed);
          draft = afterSending(draft, typed);
        } else if (step === 'arrive' || step === 'skip') {
          // Of several quick changes of the URL, only the last may be observed.
          const arrived = step === 'arrive' ? onTheWay[0] : onTheWay.at(-1);
          onTheWay = step === 'arrive' ? onTheWay.slice(1) : [];
          if (arrived !== undefined) draft = afterArrival(draft, arrived, arrived);
        } else {
          typed += step;
          draft = { ...draft, value: typed };
        }
        expect(draft.value).toBe(typed);
      }
    }),
  );
});

it('adopts a search that something else put into the URL', () => {
  const draft = { ...afterSending({ ...empty, value: 'anna' }, 'anna'), value: 'anna b' };
  expect(afterArrival(draft, 'carl', 'carl')).toEqual({ value: 'carl', seen: 'carl', sent: [] });
  const back = afterArrival(afterArrival(draft, 'anna', 'anna'), '', '');
  expect(back).toEqual({ value: '', seen: '', sent: [] });
});

it('sends a search that was undone before the URL had changed', () => {
  const draft = afterSending({ ...empty, value: 'ann' }, 'ann');
  expect(lastAsked(draft)).toBe('ann');
  expect(afterSending(draft, '').sent).toEqual(['ann', '']);
});
