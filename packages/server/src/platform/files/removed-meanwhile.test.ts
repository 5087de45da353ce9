import { expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { ownedFileStore } from './owned-files.ts';

it.each(databases)(
  'on %s a content that one deletes while another brings it keeps its bytes',
  async (database) => {
    const test = await createTestApp({ database });
    const { db, files } = test.infrastructure;
    const scope = { workspaceId: 'w1' };
    const owned = ownedFileStore(db, 'flow');
    const content = Buffer.from('the same document');
    const file = (ownerId: string, sha256: string) => ({
      sha256,
      size: 1,
      mediaType: 'x',
      name: 'x',
      ownerId,
    });
    const { sha256 } = await files.put('w1', content);
    await owned.insert(scope, [file('a', sha256)]);
    expect(await owned.removeAll(scope, 'a')).toEqual([sha256]);
    // B has brought its bytes and not its row; then its row too; both before the bytes of A go.
    await files.put('w1', content);
    await files.remove('w1', sha256);
    expect(await files.read('w1', sha256)).toEqual(content);
    await owned.insert(scope, [file('b', sha256)]);
    await files.remove('w1', sha256);
    expect(await files.read('w1', sha256)).toEqual(content);
    for (const last of await owned.removeAll(scope, 'b')) await files.remove('w1', last);
    await expect(files.read('w1', sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await test.close();
  },
);
