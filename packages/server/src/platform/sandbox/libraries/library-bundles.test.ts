import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLibraryBundles } from './library-bundles.ts';

/** Reads a library in a process of its own, which counts the programs that it starts for it. */
async function readInProcess(shared: string, name: string) {
  const reading = `
    let bundlings = 0;
    require('node:diagnostics_channel').subscribe('child_process', () => { bundlings += 1; });
    const [module, shared, name] = process.argv.slice(1);
    import(module)
      .then(({ createLibraryBundles }) => createLibraryBundles(shared)(name))
      .then(({ source }) => process.stdout.write(JSON.stringify({ source, bundlings })));`;
  const bundles = new URL('./library-bundles.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--no-warnings', '--input-type=commonjs', '--eval', reading],
    ...[bundles, shared, name],
  ]);
  return JSON.parse(stdout) as { source: string; bundlings: number };
}

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

it('is bundled once by servers that ask for it at the same moment, and read whole by all of them', async () => {
  const shared = join(folder, 'shared');
  const answers = await Promise.all([1, 2, 3].map(() => readInProcess(shared, 'lodash/chunk')));
  const [file = '', ...rest] = await readdir(shared);
  const kept = await readFile(join(shared, file), 'utf8');
  expect(rest).toEqual([]);
  expect(kept).toContain('exports');
  expect(answers.map(({ source }) => source === kept)).toEqual([true, true, true]);
  expect(answers.map(({ bundlings }) => bundlings).toSorted()).toEqual([0, 0, 1]);
}, 60_000);

it('waits for a server that is bundling, and for none that ended while it did', async () => {
  const name = 'lodash/chunk';
  const made = join(folder, 'claimed');
  await createLibraryBundles(made)(name);
  const [file = ''] = await readdir(made);
  await rm(join(made, file));
  const claim = join(made, `${file}.claim`);

  await writeFile(claim, '');
  const waiting = createLibraryBundles(made)(name);
  await writeFile(join(made, file), 'by the other');
  await rm(claim);
  expect(await waiting).toEqual({ source: 'by the other' });

  await rm(join(made, file));
  await writeFile(claim, '');
  await utimes(claim, 1, 1);
  expect(await createLibraryBundles(made)(name)).toMatchObject({
    source: expect.stringContaining('exports'),
  });
  expect(await readdir(made)).toEqual([file]);
}, 60_000);

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
