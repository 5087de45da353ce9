import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { toAppError } from './errors.ts';

describe.each(databases)('an error of the database on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database });
  });
  afterAll(() => app.close());

  it('about a parent that was deleted in the meantime is a conflict, in words', async () => {
    const { db } = app.infrastructure;
    const insert =
      sql`insert into workspace_limit (${sql.ref('workspaceId')}, name, value, ${sql.ref('updatedAt')}) values ('nowhere', 'x', 1, 1)`.execute(
        db,
      );
    const error = toAppError(await insert.catch((thrown: unknown) => thrown));
    expect([error.status, error.toBody()]).toEqual([
      409,
      { code: 'CONFLICT', message: 'What this belongs to was deleted in the meantime.' },
    ]);
  });

  it('about something that another request has stored at the same moment is a conflict, in words', async () => {
    const { db } = app.infrastructure;
    const insert = () =>
      sql`insert into workspace (id, name, ${sql.ref('createdAt')}) values ('twice', 'x', 1)`.execute(db);
    await insert();
    const error = toAppError(await insert().catch((thrown: unknown) => thrown));
    expect([error.status, error.toBody()]).toEqual([
      409,
      { code: 'CONFLICT', message: 'Another request has just stored the same. Load the page again.' },
    ]);
  });

  it('about a name that another request has stored at the same moment is a conflict too', async () => {
    const { db } = app.infrastructure;
    const insert = (id: string) =>
      sql`insert into "user" (id, name, email, ${sql.ref('passwordHash')}, ${sql.ref('createdAt')}, ${sql.ref('updatedAt')}) values (${id}, 'x', 'x@example.com', 'x', 1, 1)`.execute(
        db,
      );
    await insert('one');
    expect(toAppError(await insert('two').catch((thrown: unknown) => thrown)).code).toBe('CONFLICT');
  });
});
