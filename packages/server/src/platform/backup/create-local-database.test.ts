import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createLocalDatabase } from './create-local-database.ts';

const admin = process.env['TEST_POSTGRES_URL'] ?? '';

describe.runIf(databases.includes('postgres'))('the database that growing makes on this machine', () => {
  const name = `grown_${randomBytes(4).toString('hex')}`;
  const ask = async <T extends pg.QueryResultRow>(url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  };
  afterAll(async () => {
    await ask(admin, `drop database if exists ${name}`);
    await ask(admin, `drop role if exists ${name}`);
  });

  it('belongs to a user of its own, who is no administrator, and is empty', async () => {
    const url = await createLocalDatabase({ admin, name });
    expect(new URL(url).password.length).toBeGreaterThanOrEqual(32);
    const [row] = await ask(
      url,
      `select current_user as who, current_database() as place, pg_encoding_to_char(encoding) as encoding,
        rolsuper as "isSuper" from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    );
    expect(row).toEqual({ who: name, place: name, encoding: 'UTF8', isSuper: false });
    await ask(url, 'create table mine (id int)');
  });

  it('is not made over one that is there', async () => {
    await expect(createLocalDatabase({ admin, name })).rejects.toThrow(
      `has a user or database "${name}" already`,
    );
  });
});
