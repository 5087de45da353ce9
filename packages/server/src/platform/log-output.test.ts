import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../testing/temporary-folder.ts';
import { createLogOutput } from './log-output.ts';

let folder: string;
const opened: number[] = [];

beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => {
  for (const descriptor of opened.splice(0)) closeSync(descriptor);
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string, flags: number) => {
  const descriptor = openSync(path, flags);
  opened.push(descriptor);
  return descriptor;
};

/** A pipe whose writer is never held up, as standard output is. */
function makePipe() {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const part = Buffer.alloc(1024 * 1024);
  // A character may come in two parts, as the pipe has room for them.
  const decoder = new TextDecoder();
  const read = () => {
    try {
      return decoder.decode(part.subarray(0, readSync(reader, part)), { stream: true });
    } catch {
      return '';
    }
  };
  return { reader, writer, read };
}

it('writes every line in order, those of the last moment too', async () => {
  const path = join(folder, 'log');
  const output = createLogOutput(open(path, constants.O_CREAT | constants.O_WRONLY));
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at} ${'ä'.repeat(at % 40)}\n`);
  for (const line of lines.slice(0, 4000)) output.write(line);
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('line 3999');
  for (const line of lines.slice(4000)) output.write(line);
  output.flushSync();
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
});

it('waits for a slow reader without losing a line', async () => {
  const { writer, read } = makePipe();
  const output = createLogOutput(writer);
  const lines = Array.from({ length: 4000 }, (_, at) => `${at} ${'x'.repeat(100)}\n`);
  for (const line of lines) output.write(line);
  let heard = '';
  await expect
    .poll(
      () => {
        heard += read();
        return heard.length;
      },
      { timeout: 10_000 },
    )
    .toBe(lines.join('').length);
  expect(heard).toBe(lines.join(''));
});

it('keeps a character whole that the reader has room for only in part', async () => {
  const { writer, read } = makePipe();
  const output = createLogOutput(writer);
  // Three bytes each: no pipe has room for a whole number of them.
  const lines = ['€'.repeat(50_000), '語'.repeat(40_000)].map((line) => `${line}\n`);
  for (const line of lines) output.write(line);
  let heard = '';
  await expect
    .poll(
      () => {
        heard += read();
        return heard.length;
      },
      { timeout: 10_000 },
    )
    .toBe(lines.join('').length);
  expect(heard).toBe(lines.join(''));
});

it('does not wait at the end for a reader that stands still, nor for one that is gone', () => {
  const { reader, writer } = makePipe();
  const output = createLogOutput(writer);
  for (let at = 0; at < 2000; at += 1) output.write(`${'x'.repeat(100)}\n`);
  // It comes back at all: there is nobody to read the rest.
  output.flushSync();
  closeSync(opened.splice(opened.indexOf(reader), 1)[0]!);
  output.write('more\n');
  output.flushSync();
  output.write('and more\n');
  output.flushSync();
});

it('drops lines beyond what may wait, and says how many once it is read again', async () => {
  const { writer, read } = makePipe();
  const output = createLogOutput(writer, 256 * 1024);
  const line = `${'x'.repeat(1023)}\n`;
  for (let at = 0; at < 1064; at += 1) output.write(line);
  let heard = '';
  await expect
    .poll(
      () => {
        heard = (heard + read()).slice(-2000);
        return heard;
      },
      { timeout: 30_000 },
    )
    .toMatch(/"dropped":808,"msg":"lines that nobody read"/);
}, 60_000);
