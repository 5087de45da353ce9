import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProcess } from '../run-process.ts';
import { withLock } from './lock.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock', () => {
  it('lets one process work at a time', async () => {
    const script = join(folder, 'worker.mjs');
    const lines = [
      `import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};`,
      "import { rmSync, writeFileSync } from 'node:fs';",
      'for (let round = 0; round < 5; round += 1)',
      `  withLock(${JSON.stringify(join(folder, 'a.lock'))}, () => {`,
      `    writeFileSync(${JSON.stringify(join(folder, 'inside'))}, '', { flag: 'wx' });`,
      '    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);',
      `    rmSync(${JSON.stringify(join(folder, 'inside'))});`,
      '  });',
    ];
    writeFileSync(script, lines.join('\n'));
    const runs = [1, 2, 3].map(() => runProcess(process.execPath, [script], { isCaptured: true }));
    const results = await Promise.all(runs);
    expect(results.map((result) => [result.code, result.output])).toEqual(Array(3).fill([0, '']));
  });

  it('is taken over from a process that is gone', async () => {
    const gone = await runProcess(process.execPath, ['-p', 'process.pid'], { isCaptured: true });
    const file = join(folder, 'a.lock');
    writeFileSync(file, gone.output.trim());
    expect(withLock(file, () => 'done')).toBe('done');
    expect(existsSync(file)).toBe(false);
  });

  it('is given back when the work fails', () => {
    const file = join(folder, 'a.lock');
    expect(() =>
      withLock(file, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(existsSync(file)).toBe(false);
  });
});
