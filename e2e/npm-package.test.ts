import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage } from '../tools/package/build-package.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';

const run = promisify(execFile);

let folder: string;
let place: string;
let server: LocalServer;
let client: ApiClient;

// As npm installs it: inside `node_modules`, where Node strips no types, with its dependencies around it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tendril-package-'));
  place = await mkdtemp(join(repositoryRoot, 'node_modules', '.tendril-package-'));
  buildPackage(place);
  server = await startServer({ checkout: place });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  for (const made of [folder, place]) await rm(made, { recursive: true, force: true });
});

it('serves its pages and answers a flow on the demo model', async () => {
  expect(await (await fetch(server.url)).text()).toContain('<title>Tendril');
  expect((await fetch(`${server.url}/widget.js`)).status).toBe(200);
  // Assets are in the package only compressed.
  const [asset] = (await (await fetch(server.url)).text()).match(/\/assets\/index-[\w-]+\.js/) ?? [];
  const [compressed, plain] = await Promise.all(
    ['gzip', 'identity'].map((coding) =>
      fetch(`${server.url}${asset}`, { headers: { 'accept-encoding': coding } }),
    ),
  );
  expect(compressed?.headers.get('content-encoding')).toBe('gzip');
  expect(plain?.headers.get('content-encoding')).toBeNull();
  expect(await plain?.text()).toBe(await compressed?.text());
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  const question = 'Do you ship abroad?';
  const { text } = await client.call<{ text: string }>('POST', `prediction/${flow.id}`, { question });
  expect(text.length).toBeGreaterThan(20);
});

it('runs code of people with a library', async () => {
  const tried = await client.call<{ output: unknown; error: string | null }>('POST', 'node-custom-function', {
    javascriptFunction: "return require('moment').utc('2026-02-28').add(1, 'day').format('D MMMM')",
  });
  expect(tried).toMatchObject({ output: '1 March', error: null });
});

it('has the commands of the server, and keeps data where it is started unless told otherwise', async () => {
  const bin = join(place, 'bin', 'tendril.mjs');
  const backup = join(folder, 'backup');
  const env = { ...process.env, TENDRIL_HOME: server.home };
  const made = await run(process.execPath, [bin, 'backup', backup], { env });
  expect(made.stdout).toContain(`Wrote ${backup}`);
  const elsewhere = { ...process.env, TENDRIL_HOME: '' };
  await expect(
    run(process.execPath, [bin, 'backup', `${backup}-2`], { env: elsewhere, cwd: folder }),
  ).rejects.toMatchObject({
    stderr: expect.stringContaining(join(folder, '.tendril')),
  });
});

it('is small, without an install script, tests or paths of the machine that built it', async () => {
  const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as {
    scripts?: unknown;
    dependencies: Record<string, string>;
  };
  expect(manifest.scripts).toBeUndefined();
  expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@tendril/'))).toEqual([]);
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  const names = (await readdir(join(place, 'packages'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(names.filter((name) => /\.test\.|\/src\/.*\.tsx?$/.test(name))).toEqual([]);
  for (const name of names.filter((path) => path.endsWith('.js') && path.includes('/src/')))
    expect(await readFile(name, 'utf8'), name).not.toContain(repositoryRoot);
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', place], { maxBuffer: 50_000_000 });
  const [packed] = JSON.parse(stdout) as [{ size: number }];
  // Of which the viewer of PDFs, with its fonts and character maps, is 2 MB.
  expect(packed.size).toBeLessThan(7_500_000);
  expect(existsSync(join(place, 'LICENSE'))).toBe(true);
});
