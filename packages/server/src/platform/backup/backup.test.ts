import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../composition/app.ts';
import { codeCache } from '../../testing/code-cache.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Config } from '../config.ts';
import { openInfrastructure } from '../infrastructure.ts';
import { readRecords } from './backup-reader.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('../../commands/tendril.ts', import.meta.url));
const apiKey = `sk-${randomBytes(16).toString('hex')}`;

/** A place for a restore, and the settings that lead there. */
async function emptyPlace(server: TestApp, database: (typeof databases)[number]) {
  const place = await makeDatabase(database);
  const { home, databaseUrl } = place;
  const config: Config = { ...server.infrastructure.config, home, databaseUrl };
  return { place, config };
}

describe.each(databases)('backup and restore on %s', (database) => {
  let server: TestApp;
  let user: TestUser;
  let flowId: string;
  let folder: string;
  let file: string;
  const places: EmptyDatabase[] = [];

  const newPlace = async () => {
    const { place, config } = await emptyPlace(server, database);
    places.push(place);
    return config;
  };

  beforeAll(async () => {
    folder = makeFolder();
    file = join(folder, 'first.backup');
    server = await createTestApp({ database });
    user = await server.signIn();
    flowId = await makeFlow(user, await talkingFlow(user), 'Talks');
    await server.infrastructure.files.put(user.caller.workspaceId, Buffer.from('the text of a file'));
    await user.inject({
      method: 'POST',
      url: `${studio}/credentials`,
      payload: { name: 'Mine', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: apiKey } },
    });
    await makeBackup(server.infrastructure.config, file);
  });
  afterAll(async () => {
    await server.close();
    for (const place of places) await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('P-13: made while 16 chats write, the restored copy opens and holds every message acknowledged before', async () => {
    const acknowledged: string[] = [];
    let isOver = false;
    const chat = async (name: string) => {
      for (let turn = 0; !isOver; turn += 1) {
        const question = `${name} says ${turn}`;
        const payload = { question, chatId: name };
        const answer = await user.inject({
          method: 'POST',
          url: `${studio}/internal-prediction/${flowId}`,
          payload,
        });
        if (answer.statusCode === 200) acknowledged.push(question);
      }
    };
    const chats = Array.from({ length: 16 }, (_, index) => chat(`chat-${index}`));
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(64);
    const before = [...acknowledged];
    const busy = join(folder, 'busy.backup');
    const made = await makeBackup(server.infrastructure.config, busy);
    const during = acknowledged.length - before.length;
    isOver = true;
    await Promise.all(chats);
    expect(during, 'turns that went on meanwhile').toBeGreaterThan(0);
    expect(made).toMatchObject({ database, missing: 0, hasKey: false, bytes: statSync(busy).size });

    const config = await newPlace();
    await restoreBackup(config, busy);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    const app = await buildApp(infrastructure);
    try {
      const rows = await infrastructure.db
        .selectFrom('chat_message')
        .select(['content', 'role', 'runId'])
        .where('flowId', '=', flowId)
        .execute();
      const asked = new Set(rows.filter(({ role }) => role === 'userMessage').map(({ content }) => content));
      expect(before.filter((question) => !asked.has(question))).toEqual([]);
      const answered = new Set(rows.filter(({ role }) => role === 'apiMessage').map(({ runId }) => runId));
      expect(answered.size).toBeGreaterThanOrEqual(before.length);
      const page = await app.fastify.inject({
        method: 'GET',
        url: `${studio}/flows/${flowId}`,
        cookies: user.cookies,
      });
      expect(page.json()).toMatchObject({ name: 'Talks' });
      const next = await app.fastify.inject({ method: 'GET', url: '/health/ready' });
      expect(next.statusCode).toBe(200);
    } finally {
      await app.fastify.close();
      await infrastructure.close();
    }
  });

  it('goes on counting after a restore: the next message comes after the restored ones', async () => {
    const config = await newPlace();
    await restoreBackup(config, file);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    const app = await buildApp(infrastructure);
    try {
      const url = `${studio}/internal-prediction/${flowId}`;
      const { csrf_token: token = '' } = user.cookies;
      const ask = () =>
        app.fastify.inject({
          method: 'POST',
          url,
          cookies: user.cookies,
          headers: { 'x-csrf-token': token },
          payload: { question: 'And on it goes', chatId: 'later' },
        });
      expect((await ask()).statusCode).toBe(200);
      expect((await ask()).statusCode).toBe(200);
    } finally {
      await app.fastify.close();
      await infrastructure.close();
    }
  });

  it('a file cut off anywhere, or changed by one bit, is refused and nothing is changed', async () => {
    const whole = readFileSync(file);
    const config = await newPlace();
    const lengths = [0, 1, 16, 17, 50, Math.floor(whole.length / 2), whole.length - 45, whole.length - 1];
    for (const length of lengths) {
      const cut = join(folder, 'cut.backup');
      writeFileSync(cut, whole.subarray(0, length));
      await expect(restoreBackup(config, cut, { isReplacing: true }), `${length} bytes`).rejects.toThrow(
        /cut off|not a backup/,
      );
    }
    for (const at of [20, Math.floor(whole.length / 3), whole.length - 30]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const path = join(folder, 'changed.backup');
      writeFileSync(path, changed);
      await expect(restoreBackup(config, path), `byte ${at}`).rejects.toThrow(/checksum/);
    }
    expect(readdirSync(config.home)).toEqual([]);
    await expect(restoreBackup(config, join(folder, 'none.backup'))).rejects.toThrow(/There is no file/);
    await expect(restoreBackup(config, tendril)).rejects.toThrow(/not a backup of Tendril/);
  });

  it('goes into an empty place only, unless it may replace', async () => {
    const config = await newPlace();
    await restoreBackup(config, file);
    await expect(restoreBackup(config, file)).rejects.toThrow(/not empty/);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    await infrastructure.db.updateTable('flow').set({ name: 'Changed since' }).execute();
    if (database === 'postgres') await infrastructure.processes.start();
    await expect(restoreBackup(config, file, { isReplacing: true })).rejects.toThrow(/stop it first/i);
    await infrastructure.close();
    await restoreBackup(config, file, { isReplacing: true });
    const again = await openInfrastructure(config, pino({ level: 'silent' }));
    const flows = await again.db.selectFrom('flow').select('name').execute();
    await again.close();
    expect(flows).toEqual([{ name: 'Talks' }]);
    // The file of the lock stays: to delete it would let two have it.
    const hidden = readdirSync(config.home).filter((name) => name.startsWith('.'));
    expect(hidden).toEqual(database === 'sqlite' ? ['.server.lock'] : []);
  });

  it('brings files along, and the secrets key only when asked', async () => {
    const { secretKey = '' } = server.infrastructure.config;
    const holds = async (path: string, text: string) => {
      for await (const { body } of readRecords(path)) if (body.includes(text)) return true;
      return false;
    };
    expect(await holds(file, secretKey)).toBe(false);
    expect(await holds(file, apiKey), 'a stored secret in the open').toBe(false);
    expect(await holds(file, 'the text of a file')).toBe(true);

    const withKey = join(folder, 'with-key.backup');
    expect(await makeBackup(server.infrastructure.config, withKey, { withKey: true })).toMatchObject({
      hasKey: true,
    });
    const config = { ...(await newPlace()), secretKey: undefined };
    expect(await restoreBackup(config, file)).toMatchObject({ key: 'missing' });
    expect(existsSync(join(config.home, 'secret.key'))).toBe(false);
    expect(await restoreBackup(config, withKey, { isReplacing: true })).toMatchObject({ key: 'restored' });
    expect(readFileSync(join(config.home, 'secret.key'), 'utf8').trim()).toBe(secretKey);
    expect(statSync(join(config.home, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(await restoreBackup(config, file, { isReplacing: true })).toMatchObject({ key: 'matching' });

    const other = { ...config, secretKey: randomBytes(32).toString('base64') };
    expect(await restoreBackup(other, file, { isReplacing: true })).toMatchObject({ key: 'other' });
  });

  it('is a command: it says what it wrote, and refuses in a sentence', async () => {
    const path = join(folder, 'by-command.backup');
    const environment = ({ home, databaseUrl, secretKey }: Config) => ({
      PATH: process.env['PATH'] ?? '',
      ...codeCache,
      TENDRIL_HOME: home,
      DATABASE_URL: databaseUrl ?? '',
      TENDRIL_SECRET_KEY: secretKey ?? '',
    });
    const call = (config: Config, ...args: string[]) =>
      run(process.execPath, [tendril, ...args], { env: environment(config) });
    const { stdout } = await call(server.infrastructure.config, 'backup', path);
    expect(stdout).toMatch(/^Wrote .*by-command\.backup: (sqlite|postgres), \d+ files, .*MB/);
    await expect(call(server.infrastructure.config, 'backup', path)).rejects.toMatchObject({
      stderr: expect.stringMatching(/is there already; --force replaces it\.\n$/),
    });
    await expect(call(server.infrastructure.config, 'back')).rejects.toMatchObject({
      stderr: expect.stringMatching(/There is no command "back"/),
    });
    const config = await newPlace();
    await expect(call(config, 'backup', `${path}-2`)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database in |^The database holds nothing/),
    });
    expect(existsSync(`${path}-2`)).toBe(false);
    expect((await call(config, 'restore', path)).stdout).toMatch(/^Restored (sqlite|postgres) of 20/);
    await expect(call(config, 'restore', path)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty/),
    });
  });
});
