import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe.each(databases)('an empty list on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database });
    await app.signIn();
  });
  afterAll(() => app.close());

  it('holds nothing, and everything is outside of it', async () => {
    const { db, reads } = app.infrastructure;
    const { id: workspaceId } = await db.selectFrom('workspace').select('id').executeTakeFirstOrThrow();
    for (const from of [db, reads.of({ workspaceId })]) {
      const found = from.selectFrom('workspace').select('id');
      expect(await found.where('id', 'in', []).execute()).toEqual([]);
      expect(await found.where('id', 'not in', []).execute()).toEqual([{ id: workspaceId }]);
      const either = found.where((eb) => eb.or([eb('id', 'in', []), eb('id', 'in', [workspaceId])]));
      expect(await either.execute()).toEqual([{ id: workspaceId }]);
    }
  });
});
