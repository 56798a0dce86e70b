import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameReader } from './frames.ts';

const frames = fc.array(fc.record({ id: fc.option(fc.nat().map(String), { nil: undefined }), data: fc.json() }), {
  maxLength: 20,
});

it('reads every event once and in order, wherever the network cuts, and passes over heartbeats', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat(400)), (sent, cuts) => {
      const text = sent
        .map(({ id, data }) => `:\n\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
        .join('');
      const read = createFrameReader();
      const at = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
      const got = at.flatMap((from, index) => read(text.slice(from, at[index + 1] ?? text.length)));
      expect(got).toEqual(sent.map(({ id, data }) => ({ id, data: data.trimStart() })));
    }),
  );
});
