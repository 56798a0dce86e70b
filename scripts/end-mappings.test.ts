import { SourceMap } from 'node:module';
import { expect, it } from 'vitest';
import { endMappingsAtOtherLines } from './end-mappings.ts';

it('a line without mappings has no source, and the others keep theirs', () => {
  const map = { version: 3, file: 'bundle.js', sources: ['ours.ts'], names: [], sourcesContent: [], sourceRoot: '' };
  // The first and the fifth line are lines 1 and 2 of ours.ts; a package is between them and after them.
  const mappings = 'AAAA;;;;AACA;';
  const sourceOf = (read: SourceMap, line: number) => {
    const entry = read.findEntry(line, 4);
    return 'originalSource' in entry && entry.originalSource
      ? `${entry.originalSource}:${entry.originalLine}`
      : undefined;
  };
  const before = new SourceMap({ ...map, mappings });
  const after = new SourceMap({ ...map, mappings: endMappingsAtOtherLines(mappings) });
  const lines = [0, 1, 2, 3, 4, 5];
  expect(lines.map((line) => sourceOf(before, line))[1]).toBe('ours.ts:0');
  expect(lines.map((line) => sourceOf(after, line))).toEqual([
    'ours.ts:0',
    undefined,
    undefined,
    undefined,
    'ours.ts:1',
    undefined,
  ]);
});
