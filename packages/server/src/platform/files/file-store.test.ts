import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createImmediateRemoval } from './immediate-removal.ts';

describe('the file store', () => {
  let home: string;
  let files: FileStore;

  beforeEach(() => {
    home = makeFolder();
    const folder = createFolderStorage(home);
    files = createFileStore(
      home,
      folder,
      createImmediateRemoval(folder, async () => false),
    );
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('keeps a file under its content and gives it back', async () => {
    const stored = await files.put('w1', Buffer.from('hello'));
    expect(stored).toEqual({ sha256: createHash('sha256').update('hello').digest('hex'), size: 5 });
    expect((await files.read('w1', stored.sha256)).toString()).toBe('hello');
    const { size, content } = await files.stream('w1', stored.sha256);
    expect([size, (await buffer(content)).toString()]).toEqual([5, 'hello']);
  });

  it('takes a stream and leaves nothing of one that is too long', async () => {
    const parts = async function* () {
      for (let at = 0; at < 10; at += 1) yield Buffer.alloc(1000, at);
    };
    expect((await files.put('w1', parts())).size).toBe(10_000);
    await expect(files.put('w2', parts(), 5000)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(readdirSync(join(home, 'files', 'w2'))).toEqual([]);
  });

  it('removes what a request stored and never came to use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await files.put('w1', Buffer.from('lost'));
      vi.setSystemTime(Date.now() + 61 * 60_000);
      const { sha256 } = await files.put('w1', Buffer.from('new'));
      expect(readdirSync(join(home, 'files', 'w1'))).toEqual([sha256]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not know the files of another workspace, nor removed ones', async () => {
    const { sha256 } = await files.put('w1', Buffer.from('mine'));
    await expect(files.read('w2', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await files.abandon('w1', sha256);
    await expect(files.read('w1', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['../../etc/passwd', '..', '', 'a/b', 'A'.repeat(64), `${'a'.repeat(63)}\0`])(
    'ATK-025: %j is no name',
    async (name) => {
      await expect(files.read('w1', name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(files.stream('w1', name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(files.put(`../${name}`, Buffer.from('x'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('ATK-029: follows no link that leads elsewhere', async () => {
    const name = 'a'.repeat(64);
    mkdirSync(join(home, 'files', 'w1'), { recursive: true });
    writeFileSync(join(home, 'flag.txt'), 'canary');
    symlinkSync(join(home, 'flag.txt'), join(home, 'files', 'w1', name));
    await expect(files.read('w1', name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(files.stream('w1', name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
