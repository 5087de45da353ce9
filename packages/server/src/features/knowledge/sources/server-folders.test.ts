import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerFolders } from './server-folders.ts';

describe('folders of the server', () => {
  let home = '';
  const { signal } = new AbortController();
  const open = () => {
    const folders = createServerFolders([join(home, 'docs')]);
    if (!folders) throw new Error('There are no folders.');
    return folders;
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'folders-'));
    await mkdir(join(home, 'docs', 'in'), { recursive: true });
    await writeFile(join(home, 'secret.txt'), 'secret');
    await writeFile(join(home, 'docs', 'a.txt'), 'A');
    await writeFile(join(home, 'docs', 'in', 'b.txt'), 'BB');
    await symlink(join(home, 'secret.txt'), join(home, 'docs', 'link.txt'));
    await symlink(home, join(home, 'docs', 'up'));
  });
  afterAll(() => rm(home, { recursive: true }));

  it('are none unless the operator names some', () => {
    expect(createServerFolders([])).toBeUndefined();
    expect(open().names()).toEqual(['docs']);
  });

  it('give their files, and follow no link', async () => {
    const { files, isWhole } = await open().list('docs', '', signal);
    expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a.txt', 1],
      ['in/b.txt', 2],
    ]);
    expect(isWhole).toBe(true);
    expect((await open().list('docs', 'in', signal)).files.map(({ path }) => path)).toEqual(['in/b.txt']);
    expect(Buffer.from(await open().read('docs', 'in/b.txt')).toString()).toBe('BB');
  });

  it.each([
    '../secret.txt',
    'link.txt',
    'up/secret.txt',
    'in/../../secret.txt',
    '/etc/passwd',
    'a.txt\0',
    'in',
  ])('do not let "%s" lead out of them', async (path) => {
    await expect(open().read('docs', path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be listed from outside of them', async () => {
    for (const [folder, below] of [
      ['docs', '..'],
      ['docs', 'up'],
      ['other', ''],
    ] as const)
      await expect(open().list(folder, below, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
