import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { codeCache } from '../testing/code-cache.ts';
import { databases } from '../testing/databases.ts';
import { makeKey } from '../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { importCommand } from './import.ts';

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('./tendril.ts', import.meta.url));

describe.each(databases)('tendril import on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let folder: string;
  let port: number;
  let key: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = (await makeKey(app, user.caller.workspaceId)).key;
    port = Number(new URL(await app.listen()).port);
    folder = await mkdtemp(join(tmpdir(), 'tendril-import-'));
    const node = { id: 'a_0', position: { x: 0, y: 0 }, data: { id: 'a_0', name: 'odd', label: 'Odd' } };
    await writeFile(join(folder, 'Flow.json'), JSON.stringify({ nodes: [node], edges: [] }));
    await writeFile(join(folder, 'bad.json'), '{');
    await writeFile(join(folder, 'key.txt'), `${key}\n`);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const command = (args: string[], keyed = ['--key-file', 'key.txt']) =>
    run(process.execPath, [tendril, 'import', ...args, ...keyed], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...codeCache, PORT: String(port) },
    }).then(
      ({ stdout }) => ({ stdout, stderr: '', code: 0 }),
      ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
        stdout,
        stderr,
        code,
      }),
    );
  const flows = () => app.infrastructure.db.selectFrom('flow').select('name').execute();

  it('tells of each node, changes nothing in a dry run, then imports what can be read', async () => {
    const dry = await command(['Flow.json', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed.') });
    expect(await flows()).toEqual([]);
    const { stdout, code } = await command(['Flow.json', 'bad.json', '--key', key], []);
    expect(stdout.split('\n')).toEqual([
      'chatflow "Flow" from Flow.json: new; cannot run here',
      '    Odd: cannot run here. This installation has no node “odd”.',
      'refused: bad.json: The file is not valid JSON or is incomplete.',
      'Imported 1 record.',
      '',
    ]);
    expect(code).toBe(1);
    expect(await flows()).toEqual([{ name: 'Flow' }]);
    expect((await command(['Flow.json', '--existing', 'skip'])).stdout).toContain('left out, already here');
  });

  it('says what is wrong with its words, its key and its server', async () => {
    const config = { ...readConfig({}), port };
    const path = join(folder, 'Flow.json');
    const refusal = (...args: string[]) =>
      importCommand.run(args, config).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await refusal()).toContain('Usage: tendril import FILE…');
    expect(await refusal(path, '--existing', 'burn')).toContain('Usage: ');
    expect(await refusal(path, '--burn')).toContain('Usage: ');
    expect(await refusal('none.json', '--key', key)).toContain('Cannot read none.json');
    expect(await refusal(path)).toContain('--key KEY');
    expect(await refusal(path, '--key', 'wrong')).toMatch(/key/i);
    expect(await refusal(path, '--key', key, '--to', 'nowhere')).toContain('is not an address');
    const nobody = await refusal(path, '--key', key, '--to', 'http://127.0.0.1:1');
    expect(nobody).toContain('No server answers at http://127.0.0.1:1');
  });
});
