import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { migrations } from './known-migrations.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import type { SchemaMigration } from './schema-migration.ts';

/** What the release before says to its database, as `tools/statements` has recorded it. */
const recorded = JSON.parse(
  readFileSync(new URL('./release-statements.data.json', import.meta.url), 'utf8'),
) as { schema: string; sqlite: string[]; postgres: string[] };

/** The newest schema beside which that release may still work. */
const names = Object.keys(migrations);
const later = names.slice(names.indexOf(recorded.schema) + 1);
const contracting = later.findIndex((name) => migrations[name]?.isExpanding !== true);
const reached = contracting === -1 ? names.length : names.length - later.length + contracting;
const upTo = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));

describe.each(databases)('the release before on the schema of this one, on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  beforeEach(async () => {
    empty = await makeDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 2 });
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  /** The statements that the database does not understand, or whose rows it would refuse. */
  async function findBroken(): Promise<string[]> {
    const required = await findRequired();
    const refuse = await openPreparer();
    const broken: string[] = [];
    // An extension that the release before brings along; a database in a file has no second server.
    for (const statement of recorded[kind].filter((text) => !/\bvec_\w+\(/.test(text))) {
      const fault = (await refuse.prepare(statement)) ?? missingOf(statement, required);
      if (fault !== undefined) broken.push(`${fault}: ${statement.slice(0, 200)}`);
    }
    await refuse.close();
    return broken;
  }

  async function openPreparer() {
    if (kind === 'sqlite') {
      const database = new DatabaseSync(join(empty.home, 'tendril.db'));
      const prepare = async (text: string) => attempt(() => void database.prepare(text));
      return { prepare, close: async () => database.close() };
    }
    const client = new pg.Client({ connectionString: empty.databaseUrl });
    await client.connect();
    const prepare = (text: string) =>
      attempt(async () => {
        await client.query(`prepare said as ${text}`);
        await client.query('deallocate said');
      });
    return { prepare, close: () => client.end() };
  }

  /** The columns that every row has to have, by table. */
  async function findRequired(): Promise<Map<string, string[]>> {
    const tables = await db.introspection.getTables();
    return new Map(
      tables.map(({ name, columns }) => [
        name,
        columns
          .filter((column) => !column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing)
          .map((column) => column.name),
      ]),
    );
  }

  it('understands everything that it says, and wants nothing in new rows that it does not write', async () => {
    expect(recorded[kind].length).toBeGreaterThan(200);
    await migrate(db, upTo(reached));
    expect(await findBroken()).toEqual([]);
  }, 60_000);

  it('would be broken by a column that is gone, or that every row has to have', async () => {
    const breaks: Record<string, SchemaMigration> = {
      '9001-drops': {
        async up(trx) {
          await sql`alter table run drop column ms`.execute(trx);
          if (kind === 'postgres') await sql`alter table chat_message add wanted text not null`.execute(trx);
        },
      },
    };
    await migrate(db, { ...upTo(names.length), ...breaks });
    const broken = await findBroken();
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.filter((one) => !/ms|wanted/.test(one))).toEqual([]);
    expect(broken.some((one) => one.includes('wanted of chat_message is not written'))).toBe(
      kind === 'postgres',
    );
  }, 60_000);
});

async function attempt(prepare: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await prepare();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function missingOf(statement: string, required: ReadonlyMap<string, string[]>): string | undefined {
  const [, table = '', listed = ''] =
    /^insert (?:or ignore )?into "?(\w+)"? \(([^)]*)\)/.exec(statement) ?? [];
  const written = new Set(listed.split(',').map((name) => name.trim().replaceAll('"', '')));
  const missing = (required.get(table) ?? []).filter((name) => !written.has(name));
  return listed !== '' && missing.length > 0 ? `${missing.join()} of ${table} is not written` : undefined;
}
