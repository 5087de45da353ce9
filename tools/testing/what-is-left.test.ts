import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readTraces, type Traces } from './read-traces.ts';
import { whatIsLeft } from './what-is-left.ts';

const before: Traces = {
  env: { PATH: '/bin' },
  folder: '/house',
  resources: { Timeout: 1 },
  globals: { fetch },
  listeners: { SIGTERM: 1 },
};
const left = (changes: Partial<Traces>, isFaked = false) =>
  whatIsLeft(before, { ...before, ...changes }, isFaked);

describe('what a file of tests leaves behind', () => {
  it('is nothing when all is as it was, or less', () => {
    expect(left({})).toEqual([]);
    expect(left({ resources: {}, listeners: {} })).toEqual([]);
  });

  it('is a variable that was set, changed or removed', () => {
    expect(left({ env: { PATH: '/bin', PORT: '1' } })).toEqual(['the variable PORT is another one']);
    expect(left({ env: { PATH: '/' } })).toEqual(['the variable PATH is another one']);
    expect(left({ env: {} })).toEqual(['the variable PATH is another one']);
  });

  it('is a server that listens, named by its kind, and no file that is being read', () => {
    expect(left({ resources: { Timeout: 1, TCPServerWrap: 2 } })).toEqual([
      'TCPServerWrap is still open (0 before, 2 now)',
    ]);
    expect(left({ resources: { FSReqPromise: 3 } })).toEqual([]);
  });

  it('is a folder, a global, a listener or a clock of its own', () => {
    expect(left({ folder: '/', globals: { fetch: () => {} }, listeners: { SIGTERM: 2 } }, true)).toEqual([
      'the working folder is another one',
      'timers are still faked',
      'the global fetch is another one',
      'a listener of the process for SIGTERM is still there',
    ]);
  });

  it('is read from the process: a server that listens is seen until it is closed', async () => {
    const start = readTraces();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(whatIsLeft(start, readTraces(), false)).toEqual([
      expect.stringContaining('TCPServerWrap is still open'),
    ]);
    server.close();
    await once(server, 'close');
    await expect.poll(() => whatIsLeft(start, readTraces(), false)).toEqual([]);
  });
});
