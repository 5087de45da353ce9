import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KnownFile, type ListedFile, needsConsent, planSync } from './plan-sync.ts';

const keys = fc.constantFrom(...'abcdefghijkl');
const versions = fc.option(fc.constantFrom('1', '2', '3', '4', '5'), { nil: null });
const listedFiles = fc.uniqueArray(
  fc.record<ListedFile>({
    key: keys,
    version: versions,
    title: fc.constant('t'),
    url: fc.constant(null),
    acl: fc.constantFrom(null, '["public"]'),
    bytes: fc.constant(null),
    skipped: fc.constantFrom(null, null, null, 'too large'),
  }),
  { selector: ({ key }) => key },
);
const knownFiles = fc
  .uniqueArray(
    fc.record({
      key: keys,
      version: versions,
      title: fc.constant('t'),
      url: fc.constant(null),
      acl: fc.constantFrom(null, '["public"]'),
      state: fc.constantFrom<KnownFile['state']>('queued', 'reading', 'chunked', 'embedded', 'failed'),
      origin: fc.constantFrom<KnownFile['origin']>('listed', 'listed', 'kept', null),
      updatedAt: fc.constant(1),
    }),
    { selector: ({ key }) => key },
  )
  .map((files) => files.map((file, index): KnownFile => ({ ...file, id: `id${index}` })));
const listing = fc.record({
  isWhole: fc.boolean(),
  hasContentVersions: fc.boolean(),
  redoneBefore: fc.constantFrom(undefined, 2),
  retries: fc.boolean(),
});

it('a plan makes what is stored what is listed, and takes nothing out that it must not', async () => {
  await fc.assert(
    fc.asyncProperty(listedFiles, knownFiles, listing, async (listed, files, how) => {
      const plan = await planSync(listed, files, how);
      const named = new Map(listed.map((entry) => [entry.key, entry]));
      const removed = new Set(plan.remove.map(({ id }) => id));
      // Never after a listing that did not end, never a person's own file, never one that is still there.
      if (!how.isWhole) expect([plan.remove, plan.move]).toEqual([[], []]);
      for (const file of [...plan.remove, ...plan.move.map((pair) => pair.file)]) {
        expect(file.origin).toBe('listed');
        expect(named.has(file.key)).toBe(false);
      }
      // Nobody's file of one's own is touched.
      const touched = [...plan.change, ...plan.describe].map(({ file }) => file.origin);
      expect(touched).not.toContain(null);
      // What would be stored afterwards: every file that was listed once, and nothing else of the source's.
      const after = new Map(files.filter(({ id }) => !removed.has(id)).map(({ id, key }) => [id, key]));
      for (const { file, entry } of plan.move) after.set(file.id, entry.key);
      const stored = [...after.values(), ...plan.add.map(({ key }) => key)];
      expect(new Set(stored).size).toBe(stored.length);
      for (const entry of listed) if (entry.skipped === null) expect(stored).toContain(entry.key);
      if (how.isWhole)
        for (const file of files)
          if (file.origin === 'listed' && !named.has(file.key))
            expect(removed.has(file.id) || after.get(file.id) !== file.key).toBe(true);
      // A move keeps the content: its versions are equal, and mean contents.
      for (const { file, entry } of plan.move) {
        expect(how.hasContentVersions).toBe(true);
        expect([entry.version, file.version]).not.toContain(null);
        expect(file.version).toBe(entry.version);
      }
      // Planned again when it was done, nothing is left to do.
      const read = (entry: ListedFile, id: string): KnownFile => ({
        ...{ id, key: entry.key, title: entry.title, url: entry.url, acl: entry.acl ?? '["public"]' },
        ...{ version: entry.version ?? 'read', state: 'embedded', origin: 'listed', updatedAt: 3 },
      });
      const done = new Map(files.filter(({ id }) => !removed.has(id)).map((file) => [file.id, file]));
      for (const { file, entry } of [...plan.change, ...plan.move, ...plan.describe]) {
        const next = read(entry, file.id);
        done.set(file.id, { ...next, acl: entry.acl ?? file.acl });
      }
      for (const entry of plan.add) done.set(entry.key, read(entry, entry.key));
      const next = { ...how, redoneBefore: undefined, retries: false };
      const again = await planSync(listed, [...done.values()], next);
      const isAsked = (entry: ListedFile) => entry.version === null;
      expect([again.add, again.move, again.remove]).toEqual([[], [], []]);
      expect(again.change.every(({ entry }) => isAsked(entry))).toBe(true);
      expect(again.describe.every(({ entry }) => entry.acl !== null)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('all files of a source are taken out with consent only, however few they are; moved ones are not gone', async () => {
  const known = (count: number): KnownFile[] =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: `id${at}`, key: `key${at}`, version: '1', title: 't', url: null, acl: null },
      ...{ state: 'embedded', origin: 'listed', updatedAt: 1 },
    }));
  const other: ListedFile = {
    ...{ key: 'other', version: '2', title: 't', url: null, acl: null, bytes: null, skipped: null },
  };
  const how = { isWhole: true, hasContentVersions: true, redoneBefore: undefined, retries: false };
  const asks = async (listed: readonly ListedFile[], count: number) =>
    needsConsent(await planSync(listed, known(count), how));
  const asked = await Promise.all([1, 2, 20, 21].map((count) => asks([], count)));
  expect(asked).toEqual([true, true, true, true]);
  // Nothing of what was there is named any more.
  expect(await asks([other], 5)).toBe(true);
  // Moved, not gone.
  expect(await asks([{ ...other, version: '1' }], 1)).toBe(false);
  expect(needsConsent(await planSync([], [], how))).toBe(false);
});

it('more than a fifth of the files is taken out with consent only', () => {
  const files = (count: number) => Array.from({ length: count }, () => ({}) as KnownFile);
  const asks = (gone: number, known: number) => needsConsent({ remove: files(gone), known });
  expect([asks(0, 0), asks(1, 4), asks(1, 5), asks(2, 9), asks(2, 10)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect([asks(20, 99), asks(20, 100), asks(2000, 10_000), asks(2001, 10_000)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
