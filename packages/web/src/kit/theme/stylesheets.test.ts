import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('every class that a component names stands in its stylesheet', () => {
  const missing = paths
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => {
      const source = read(path);
      return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(
        ([, name = '', sheet = '']) => {
          const styles = read(join(dirname(path), sheet));
          const named = source.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'));
          return [...named]
            .filter(([, word]) => !new RegExp(`\\.${word}\\b`).test(styles))
            .map(([, word]) => `${path}: ${word}`);
        },
      );
    });
  expect(missing).toEqual([]);
});

it('every part that a stylesheet colours is drawn by that word', () => {
  // Parts of what the server answers have their words in the contract.
  const contract = join(root, '../../contract/src/api');
  const sources = [
    ...paths.filter((path) => /\.tsx?$/.test(path)).map(read),
    ...readdirSync(contract)
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(contract, path), 'utf8')),
  ];
  const unknown = paths
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [...read(path).matchAll(/\[data-part="([^"]+)"\]/g)]
        .filter(([, word]) => !sources.some((source) => source.includes(`'${word}'`)))
        .map(([, word]) => `${path}: ${word}`),
    );
  expect(unknown).toEqual([]);
});
