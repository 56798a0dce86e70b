import { describe, expect, it } from 'vitest';
import { noFilter, questionOf, readFilter, writeFilter } from './audit-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

describe('the filter of the audit log', () => {
  it('can be read back from its URL', () => {
    const filter = { ...noFilter, who: 'Ada L', what: 'make-admin', outcome: 'done', from: '2024-01-05' };
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(noFilter).toString()).toBe('');
  });

  it('ignores invalid values', () => {
    expect(read('what=toString&outcome=maybe&from=2024-02-30&to=Jan+5')).toEqual(noFilter);
    expect(read('from=0024-01-05&to=3000-01-01')).toEqual(noFilter);
  });

  it("is translated to the call's parameters, without empty ones", () => {
    expect(questionOf(noFilter)).toEqual({});
    expect(questionOf(read('on=ada&to=2024-01-05'))).toEqual({ on: 'ada', to: 'Jan 5, 2024' });
  });
});
