import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe.each(databases)('the audit log on %s', (database) => {
  let test: TestApp;

  beforeEach(async () => {
    test = await createTestApp({ database });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((target) =>
        test.infrastructure.audit.record({ actor: 'system', action: 'user-signed-in', target }),
      ),
    );
  });
  afterEach(() => test.close());

  it('ATK-172: is whole when nobody has touched it', async () => {
    expect(await test.infrastructure.audit.findBreak()).toBeUndefined();
  });

  it('ATK-172: names the first entry that was edited', async () => {
    await test.infrastructure.db
      .updateTable('audit_entry')
      .set({ target: 'forged' })
      .where('seq', '=', 3)
      .execute();
    expect(await test.infrastructure.audit.findBreak()).toBe(3);
  });

  it('ATK-172: names the gap that a deleted entry leaves', async () => {
    await test.infrastructure.db.deleteFrom('audit_entry').where('seq', '=', 2).execute();
    expect(await test.infrastructure.audit.findBreak()).toBe(2);
  });
});
