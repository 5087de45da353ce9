import { createVariable } from '@tendril/contract/api/variables';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.runIf(databases.includes('postgres'))('a PostgreSQL that has become a standby', () => {
  let app: TestApp;
  let user: TestUser;
  let admin: pg.Client;
  let database: string;

  beforeEach(async () => {
    app = await createTestApp({ database: 'postgres' });
    user = await app.signIn();
    const url = new URL(app.infrastructure.config.databaseUrl ?? '');
    database = url.pathname.slice(1);
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
  });
  afterEach(async () => {
    await promote();
    await admin.end();
    await app.close();
  });

  /** As after a failover: connections lead to a server that takes no changes, the name to one that does. */
  async function demoteOpen(): Promise<void> {
    const { db } = app.infrastructure;
    await Promise.all(
      Array.from({ length: 10 }, () =>
        sql`select pg_sleep(0.3), set_config('default_transaction_read_only', 'on', false)`.execute(db),
      ),
    );
  }
  const demote = () => admin.query(`alter database "${database}" set default_transaction_read_only = on`);
  const promote = async () => {
    await admin.query('set default_transaction_read_only = off');
    await admin.query(`alter database "${database}" reset default_transaction_read_only`);
  };
  const write = (name: string) =>
    user.inject({
      method: 'POST',
      url: createVariable.path,
      payload: { name, value: 'x', type: 'static', isSecret: false },
    });

  it('is answered by 503 in words, and left for the new primary as soon as its name leads there', async () => {
    await demote();
    await demoteOpen();
    const refused = await write('first');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      503,
      {
        code: 'UNAVAILABLE',
        message: 'The database takes no changes for the moment. Try again in a moment.',
      },
    ]);
    expect((await user.inject({ url: createVariable.path })).statusCode).toBe(200);
    expect((await write('second')).statusCode).toBe(503);
    await promote();
    // One of the connections that were opened in between may still be tried.
    let attempt = 0;
    const again = async () => {
      attempt += 1;
      return (await write(`third${attempt}`)).statusCode;
    };
    await expect.poll(again, { timeout: 5000 }).toBe(200);
    for (let index = 0; index < 12; index += 1) expect((await write(`more${index}`)).statusCode).toBe(200);
  });
});
