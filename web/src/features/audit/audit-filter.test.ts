import { describe, expect, it } from 'vitest';
import { noFilter, questionOf, readFilter, writeFilter } from './audit-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

describe('the filter of the audit log', () => {
  it('comes back from its own address', () => {
    const filter = { ...noFilter, who: 'Ada L', what: 'make-admin', outcome: 'done', from: '2024-01-05' };
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(noFilter).toString()).toBe('');
  });

  it('leaves out what nobody could mean', () => {
    expect(read('what=toString&outcome=maybe&from=2024-02-30&to=Jan+5')).toEqual(noFilter);
  });

  it('asks in the words of the call, and only for what is filtered', () => {
    expect(questionOf(noFilter)).toEqual({});
    expect(questionOf(read('on=ada&to=2024-01-05'))).toEqual({ on: 'ada', to: 'Jan 5, 2024' });
  });
});
