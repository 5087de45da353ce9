import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { findUser } from './postgres/unprivileged-user.ts';
import { startPostgres } from './postgres.ts';

it('starts a private PostgreSQL that answers for every user who runs the tests, and leaves nothing behind', async () => {
  const postgres = await startPostgres();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const user = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  const folder = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  const data = folder.rows[0]?.data_directory ?? '';
  expect(existsSync(data)).toBe(true);
  await postgres.stop();

  expect(user.rows).toEqual([{ rolsuper: true }]);
  await expect(new Client({ connectionString: postgres.url }).connect()).rejects.toThrow();
  expect(existsSync(data)).toBe(false);
});

it('reads a system user by name', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\npostgres:x:106:113::/var/lib/postgresql:/bin/bash\n';
  expect(findUser(passwd, 'postgres')).toEqual({ uid: 106, gid: 113 });
  expect(findUser(passwd, 'nobody')).toBeUndefined();
});
