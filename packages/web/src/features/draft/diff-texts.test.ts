import { expect, it } from 'vitest';
import { diffTexts } from './diff-texts.ts';

const diffOf = (before: string, after: string) =>
  diffTexts(before, after).map(
    ({ kind, value }) => `${{ same: '=', added: '+', removed: '-' }[kind]}${value}`,
  );

it('reports added and removed words, and keeps words whole', () => {
  expect(diffOf('You are warm.', 'You are brief.')).toEqual(['=You are ', '-warm', '+brief', '=.']);
  expect(diffOf('Offer two slots, never three.', 'Offer two slots.')).toEqual([
    '=Offer two slots',
    '-, never three',
    '=.',
  ]);
});

it('finds nothing between equal texts, and everything between a text and none', () => {
  expect(diffOf('Same.', 'Same.')).toEqual(['=Same.']);
  expect(diffOf('', 'New.')).toEqual(['+New.']);
  expect(diffOf('Old.', '')).toEqual(['-Old.']);
});

it('shows one changed word of a very long text, with little of what stands around it', () => {
  const long = 'Be brief. '.repeat(10_000);
  const parts = diffTexts(`${long}Be warm. ${long}`, `${long}Be kind. ${long}`);
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts[1]?.value).toContain('warm');
  const [first, last] = [parts[0], parts.at(-1)];
  expect([first?.value, first?.leftOut?.rest.length]).toEqual(['', 600]);
  expect([last?.value.length, last?.leftOut?.rest]).toEqual([600, '']);
  const shown = parts.map(
    ({ value, leftOut }) => value.length + (leftOut?.count ?? 0) + (leftOut?.rest.length ?? 0),
  );
  expect(shown.reduce((sum, length) => sum + length, 0)).toBe(
    2 * long.length + 'Be warm. '.length + 'kind'.length,
  );
});
