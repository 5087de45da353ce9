import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'en');

it('no sentence is empty: its key would be shown instead', () => {
  const empty = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\S+):\s+''/gm)].map(
      ([, key]) => `${file}: ${key}`,
    ),
  );
  expect(empty).toEqual([]);
});
