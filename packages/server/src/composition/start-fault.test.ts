import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { prepareHome, warnOfRoot } from '../platform/home-folder.ts';
import { describeStartFault } from '../platform/start-fault.ts';
import { makeFolder } from '../testing/temporary-folder.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));

describe('a start that fails', () => {
  let home: string;

  beforeEach(() => {
    home = makeFolder();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const start = (folder = home) => {
    const env = { PATH: '', TENDRIL_HOME: folder, PORT: '0', LOG_LEVEL: 'silent' };
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, stderr };
  };

  it('of a newer version: is reported in one sentence, and changes nothing', async () => {
    const path = join(home, 'tendril.db');
    const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 1 });
    await migrate(db);
    await db.destroy();
    const database = new DatabaseSync(path);
    database.exec("insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00.000Z')");
    database.exec("update schema_floor set oldest = '9999-later'");
    database.close();
    const { status, stderr } = start();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database is of a newer version of Tendril \(it knows 9999-later\)\..*\n$/);
  });

  it('in a home that is a file, or whose database is invalid: is reported in one sentence', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(start(file)).toEqual({
      status: 1,
      stderr: `Tendril cannot start in its home ${file}: it is not a folder.\n`,
    });
    const damaged = join(home, 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'tendril.db'), 'x'.repeat(8192));
    expect(start(damaged)).toEqual({
      status: 1,
      stderr: `Tendril cannot start in its home ${damaged}: its database is damaged: restore a backup.\n`,
    });
  });

  it.each([
    [{ code: 'ENOSPC', syscall: 'write' }, 'its disk is full'],
    [{ code: 'EROFS', syscall: 'open' }, 'it is read-only'],
    [{ code: 'EACCES', syscall: 'mkdir' }, 'this user may not write there'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'its disk is full'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 | (3 << 8) }, 'its database is read-only'],
  ])('%j is reported in words', (fault, words) => {
    expect(describeStartFault(Object.assign(new Error('raw'), fault), '/h')).toBe(
      `Tendril cannot start in its home /h: ${words}.`,
    );
  });

  it('a taken port is reported in words, and an unexpected error keeps its stack', () => {
    const taken = Object.assign(new Error('raw'), { code: 'EADDRINUSE', syscall: 'listen', port: 3000 });
    expect(describeStartFault(taken, '/h')).toMatch(/^Port 3000 is in use/);
    expect(describeStartFault(new TypeError('a bug'), '/h')).toBeUndefined();
  });

  it('a home is shut to other users, and one that is shared with them by choice is only warned of', () => {
    const warnings: unknown[] = [];
    const log = { warn: (...words: unknown[]) => void warnings.push(words) };
    chmodSync(home, 0o755);
    prepareHome(home, log);
    prepareHome(join(home, 'new/home'), log);
    expect([home, join(home, 'new/home')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(warnings).toEqual([]);
    chmodSync(home, 0o1777);
    prepareHome(home, log);
    expect([statSync(home).mode & 0o1777, warnings.length]).toEqual([0o1777, 1]);
    warnOfRoot(log, 1000);
    expect(warnings).toHaveLength(1);
    warnOfRoot(log, 0);
    expect(warnings).toHaveLength(2);
  });
});
