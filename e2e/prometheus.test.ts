import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alertKinds } from '@tendril/contract/api/system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unpackDebianProgram } from '../tools/databases/unpack-debian-program.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { runProcess } from '../tools/run-process.ts';
import { type ServerOnDatabase, startServerOn } from './any-database.ts';

const rules = join(repositoryRoot, 'deploy/prometheus-rules.yaml');

describe('what Prometheus gets', () => {
  let on: ServerOnDatabase;
  let promtool: string | undefined;
  let text = '';

  const read = async () => {
    text = await (await fetch(`${on.server.url}/metrics`)).text();
    return text;
  };

  beforeAll(async () => {
    promtool = await unpackDebianProgram('promtool', 'prometheus');
    on = await startServerOn('the embedded database');
    // Some readings are those since the reading before.
    const isWhole = async () => (await read()).includes('tendril_event_loop_delay_seconds{');
    await vi.waitUntil(isWhole, { timeout: 15_000 });
  });
  afterAll(() => on?.remove());

  const check = async (...args: string[]) => {
    const { code, output } = await runProcess(promtool ?? '', ['check', ...args], {
      isCaptured: true,
      input: text,
    });
    return [code, output];
  };

  it('are metrics in which its own checker finds no fault', async ({ skip }) => {
    if (!promtool) skip('Debian’s package prometheus is not to be had here');
    expect(await check('metrics')).toEqual([0, '']);
  });

  it('are alerts that its own checker takes', async ({ skip }) => {
    if (!promtool) skip('Debian’s package prometheus is not to be had here');
    const [code, output] = await check('rules', rules);
    expect([code, output]).toEqual([0, expect.stringContaining('7 rules found')]);
  });

  it('are the alerts of the page System, each kind also where there is none', async () => {
    const readAlerts = async () =>
      Object.fromEntries(
        [...(await read()).matchAll(/^tendril_alerts\{kind="(\w+)"\} (\d+)$/gm)].map(([, kind, count]) => [
          kind,
          Number(count),
        ]),
      );
    const calm = await readAlerts();
    expect(Object.keys(calm).toSorted()).toEqual(alertKinds.toSorted());
    expect([calm['retention'], calm['database']]).toEqual([0, 0]);
    const due = Date.now() - 2 * 86_400_000;
    await on.change(
      `insert into data_retention (workspaceId, days, isHeld, nextPurgeAt, removed) values ('w', '{}', 0, ${due}, '{}')`,
    );
    await expect
      .poll(async () => (await readAlerts())['retention'], { timeout: 60_000, interval: 500 })
      .toBe(1);
  }, 90_000);

  it('are alerts about metrics that there are', async () => {
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = (await readFile(rules, 'utf8')).match(/tendril_\w+/g) ?? [];
    // A run makes its own distribution appear.
    const later = ['tendril_run_duration_seconds'];
    const unknown = named
      .map((name) => name.replace(/_(?:count|sum|bucket)$/, ''))
      .filter((name) => !known.has(name) && !later.includes(name));
    expect(unknown).toEqual([]);
  });
});
