import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'en');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

it('what a help drawer tells to choose is there: every label in quotation marks is on a screen', () => {
  const labels = new Set(
    readdirSync(folder)
      .filter((file) => file !== 'guides.ts')
      .flatMap((file) => [...read(file).matchAll(/^ {2}\S+:\s+'(.*)',$/gm)].map(([, label]) => label)),
  );
  const quoted = [...read('guides.ts').matchAll(/“([^”]+)”/g)].map(([, label]) => label);
  expect(quoted.length).toBeGreaterThan(20);
  // The name of a column in a file.
  expect(quoted.filter((label) => !labels.has(label) && label !== 'phone number')).toEqual([]);
});
