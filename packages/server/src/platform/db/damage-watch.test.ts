import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { healthReady } from '@tendril/contract/api/server-status';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { openDatabase } from './client.ts';
import { createDamageWatch } from './damage-watch.ts';
import { migrate } from './migrate.ts';

it('damaged pages are found at the start, and nobody sends work to such a server', async () => {
  const home = makeFolder();
  const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 1 });
  await migrate(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
  const whole = createDamageWatch({ home, databaseUrl: undefined }, pino({ level: 'silent' }));
  await whole.look();
  expect(() => whole.refuseDamaged()).not.toThrow();

  const path = join(home, 'tendril.db');
  const file = openSync(path, 'r+');
  const pages = statSync(path).size / 4096;
  for (let page = 2; page < pages; page += 2) writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096);
  closeSync(file);
  const damaged = createDamageWatch({ home, databaseUrl: undefined }, pino({ level: 'silent' }));
  await damaged.look();
  expect(() => damaged.refuseDamaged()).toThrow(/The database is damaged/);
  rmSync(home, { recursive: true, force: true });
});

it('a server is not ready when what chats read cannot be read', async () => {
  const test = await createTestApp();
  expect((await test.inject({ url: healthReady.path })).statusCode).toBe(200);
  await test.infrastructure.db.schema.alterTable('chat_message').renameTo('lost').execute();
  expect((await test.inject({ url: healthReady.path })).statusCode).toBeGreaterThanOrEqual(500);
  await test.close();
});
