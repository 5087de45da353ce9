import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a launcher whose child is the given script; resolves once the child has said its first words. */
async function launch(script: string) {
  writeFileSync(join(folder, 'child.mjs'), script);
  const lines = [
    `import { becomeChild } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))};`,
    `becomeChild(process.execPath, ${JSON.stringify(join(folder, 'child.mjs'))}, ['one', 'two'], { COLOUR: 'green' });`,
  ];
  writeFileSync(join(folder, 'launcher.mjs'), lines.join('\n'));
  const launcher = spawn(process.execPath, [join(folder, 'launcher.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(launcher, 'close').then(([code]) => ({ code: code as number, output }));
  await once(launcher.stdout, 'data');
  return { launcher, ended };
}

describe('the child of the launcher', () => {
  it('gets its arguments and its own environment, and its code becomes the launcher’s', async () => {
    const { ended } = await launch(
      'console.log(process.argv.slice(2).join(), process.env.COLOUR); process.exitCode = 7;',
    );
    expect(await ended).toEqual({ code: 7, output: 'one,two green\n' });
  });

  it('gets a signal once, although the launcher got it twice', async () => {
    const script = [
      'let count = 0;',
      "process.on('SIGTERM', () => { count += 1; setTimeout(() => { console.log(`got ${count}`); process.exit(3); }, 300); });",
      "console.log('ready');",
      'setInterval(() => {}, 1000);',
    ];
    const { launcher, ended } = await launch(script.join('\n'));
    launcher.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 50));
    launcher.kill('SIGTERM');
    expect(await ended).toEqual({ code: 3, output: 'ready\ngot 1\n' });
  });

  it('ended by a signal gives the code that shells use for it', async () => {
    const { launcher, ended } = await launch("console.log('ready'); setInterval(() => {}, 1000);");
    launcher.kill('SIGTERM');
    expect((await ended).code).toBe(143);
  });
});
