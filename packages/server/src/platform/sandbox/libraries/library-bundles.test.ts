import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLibraryBundles } from './library-bundles.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libraries-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('makes a library once and keeps it for the next start', async () => {
  const made = await createLibraryBundles(folder)('dayjs/locale/de');
  expect(made).toMatchObject({ source: expect.stringContaining('Donnerstag') });
  const [file = ''] = await readdir(folder);
  expect(file).toMatch(/^dayjs__locale__de-[0-9a-f]{16}\.js$/);
  await writeFile(join(folder, file), 'kept');
  expect(await createLibraryBundles(folder)('dayjs/locale/de')).toEqual({ source: 'kept' });
});

it('shares one copy of what others build on', async () => {
  const { source } = (await createLibraryBundles(undefined)('moment/locale/de')) as { source: string };
  expect(source).toMatch(/require\(["`']moment["`']\)/);
  expect(source.length).toBeLessThan(20_000);
});

it('works where nothing can be written', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  expect(await createLibraryBundles(join(file, 'below'))('querystring')).toHaveProperty('source');
});

it('refuses many names that lead nowhere at once', async () => {
  const bundles = createLibraryBundles(folder);
  const names = Array.from({ length: 500 }, (_, at) => `date-fns/none${'x'.repeat(at % 40)}`);
  const answers = await Promise.all(names.map((name) => bundles(name)));
  expect(answers.every((answer) => 'problem' in answer)).toBe(true);
});
