import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unpackDebianProgram } from '../tools/databases/unpack-debian-program.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { runProcess } from '../tools/run-process.ts';
import { type LocalServer, startServer } from './local-server.ts';

const rules = join(repositoryRoot, 'deploy/prometheus-rules.yaml');

describe('what Prometheus gets', () => {
  let server: LocalServer;
  let promtool: string | undefined;
  let text = '';

  beforeAll(async () => {
    promtool = await unpackDebianProgram('promtool', 'prometheus');
    server = await startServer();
    // Some readings are those since the reading before.
    const read = async () => {
      text = await (await fetch(`${server.url}/metrics`)).text();
      return text;
    };
    const isWhole = async () => (await read()).includes('tendril_event_loop_delay_seconds{');
    await vi.waitUntil(isWhole, { timeout: 15_000 });
  });
  afterAll(() => server?.remove());

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
    expect([code, output]).toEqual([0, expect.stringContaining('6 rules found')]);
  });

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
