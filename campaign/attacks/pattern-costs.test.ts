import { expect, it } from 'vitest';
import { readSources } from '../../tools/house/source-tree.ts';
import { repositoryRoot } from '../../tools/repository-root.ts';
import { costlyText, patternsOf } from './pattern-costs.ts';

const folders = ['contract', 'engine', 'catalogue', 'voice', 'sip', 'server'].map(
  (name) => `packages/${name}/src`,
);

it('ATK-116: no regular expression of the server takes long for any text of 20,000 signs', {
  timeout: 120_000,
}, () => {
  const patterns = readSources(repositoryRoot, folders)
    .filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(({ path, text }) => patternsOf(path, text));
  expect(patterns.length).toBeGreaterThan(800);
  const costly = patterns.flatMap((pattern) => {
    const text = costlyText(pattern);
    return text === undefined
      ? []
      : [`${pattern.place}: /${pattern.source}/ for ${JSON.stringify(text.slice(0, 12))}`];
  });
  expect(costly).toEqual([]);
});

it('finds a pattern that goes back over what it has read, and passes one that does not', () => {
  const [costly, plain] = patternsOf('x.ts', String.raw`const [a, b] = [/(?:\s+)+$/, /^\s+/];`);
  expect(costly && costlyText(costly)).toMatch(/^\s+/);
  expect(plain && costlyText(plain)).toBeUndefined();
});
