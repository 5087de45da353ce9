import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../testing/temporary-folder.ts';
import { readHomeConfig, removeHomeSettings, writeHomeSettings } from './home-settings.ts';
import { processCount } from './processes/process-count.ts';

const databaseUrl = 'postgres://tendril:a"b%23%27c@127.0.0.1:5432/tendril';
let home: string;
beforeEach(() => {
  home = makeFolder();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('the settings of a home are read beneath those of the environment, and by nobody else', async () => {
  expect(readHomeConfig({ TENDRIL_HOME: home })).toMatchObject({ databaseUrl: undefined, processes: 1 });
  await writeHomeSettings(home, { DATABASE_URL: databaseUrl, PROCESSES: 'auto' });
  await writeHomeSettings(home, { PORT: '4000' });
  expect(statSync(join(home, 'settings.env')).mode & 0o777).toBe(0o600);
  expect(readHomeConfig({ TENDRIL_HOME: home, PORT: '5000' })).toMatchObject({
    ...{ databaseUrl, processes: 'auto', port: 5000, home },
  });
  await removeHomeSettings(home, ['DATABASE_URL', 'PROCESSES']);
  expect(readHomeConfig({ TENDRIL_HOME: home })).toMatchObject({ databaseUrl: undefined, port: 4000 });
  await removeHomeSettings(home, ['PORT']);
  expect(existsSync(join(home, 'settings.env'))).toBe(false);
});

it('several processes need PostgreSQL', () => {
  expect(processCount({ processes: 1, databaseUrl: undefined })).toBe(1);
  expect(processCount({ processes: 'auto', databaseUrl })).toBeGreaterThanOrEqual(1);
  expect(() => processCount({ processes: 2, databaseUrl: undefined })).toThrow('need PostgreSQL');
  expect(() => readHomeConfig({ TENDRIL_HOME: home, PROCESSES: '0' })).toThrow('PROCESSES');
});
