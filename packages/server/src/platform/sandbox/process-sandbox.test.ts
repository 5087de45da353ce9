import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AppError } from '@tendril/contract/app-error';
import { SandboxError } from '@tendril/contract/provider/sandbox';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox();
const strict = new ProcessSandbox({ cpuMs: 300, waitMs: 1500 });

afterAll(() => Promise.all([sandbox.close(), strict.close()]));

/** An answer as the caller's `fetch` gives it. */
function answerOf(body: string, init: { status?: number; headers?: [string, string][]; url?: string } = {}) {
  return {
    status: 200,
    statusText: '',
    url: '',
    redirected: false,
    headers: [],
    ...init,
    body: new TextEncoder().encode(body),
  };
}

async function valueIn(code: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  return (await sandbox.run({ code, variables })).value;
}

async function failureOf(run: Promise<unknown>): Promise<AppError> {
  const error = await run.then(
    (value) => expect.fail(`it returned ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

describe('what code may do', () => {
  it('returns a value, awaits, and reads its variables as globals', async () => {
    expect(await valueIn('return 6 * 7')).toBe(42);
    expect(
      await valueIn('const a = await Promise.resolve([1]); return { a, b: null, c: "é😀\\u2028" }'),
    ).toEqual({
      a: [1],
      b: null,
      c: 'é😀\u2028',
    });
    expect(
      await valueIn('return $vars.name + $flow.state.n + $input', {
        $vars: { name: 'x' },
        $flow: { state: { n: 2 } },
        $input: '!',
      }),
    ).toBe('x2!');
    expect(await valueIn('const nothing = 1')).toBeUndefined();
    expect(await valueIn('return new Date(0)')).toBe('1970-01-01T00:00:00.000Z');
  });

  it('hands back console output as text with its level', async () => {
    const { logs } = await sandbox.run({
      code: 'console.log("a", 1, { b: [2] }); console.error(new TypeError("bad")); return 0',
      variables: {},
    });
    expect(logs).toEqual([
      { level: 'log', text: 'a 1 {"b":[2]}' },
      { level: 'error', text: 'TypeError: bad' },
    ]);
  });

  it('keeps at most 200 console lines and says so', async () => {
    const { logs } = await sandbox.run({
      code: 'for (let i = 0; i < 5000; i++) console.log(i)',
      variables: {},
    });
    expect(logs).toHaveLength(201);
    expect(logs.at(-1)).toEqual({ level: 'warn', text: 'More output was left out.' });
  });

  it('has URL, text encoding, structuredClone, random ids, base64 and timers', async () => {
    expect(
      await valueIn(`
        const address = new URL('/b?c=1', 'https://a.test');
        address.searchParams.append('d', 'e f');
        const query = new URLSearchParams({ g: 1, h: 'é' });
        const bytes = new TextEncoder().encode('é');
        await new Promise((resolve) => setTimeout(resolve, 5));
        let ticks = 0;
        await new Promise((resolve) => {
          const timer = setInterval(() => { ticks += 1; if (ticks === 3) { clearInterval(timer); resolve(); } }, 1);
        });
        return [address.href, address.searchParams.get('c'), [...bytes], new TextDecoder().decode(bytes),
          structuredClone({ a: [1] }), crypto.randomUUID().length, btoa('ab'), ticks, String(query), [...new URLSearchParams([['i', 'j']])]];
      `),
    ).toEqual([
      'https://a.test/b?c=1&d=e+f',
      '1',
      [195, 169],
      'é',
      { a: [1] },
      36,
      'YWI=',
      3,
      'g=1&h=%C3%A9',
      [['i', 'j']],
    ]);
  });

  it('names the message and the line of a throw, and keeps the console lines until then', async () => {
    const error = await failureOf(
      sandbox.run({ code: 'console.log("before");\n\nthrow new RangeError("too far");', variables: {} }),
    );
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({
      code: 'TOOL_FAILED',
      message: 'RangeError: too far (line 3)',
      logs: [{ level: 'log', text: 'before' }],
    });
  });

  it('reports a plain error by its message alone', async () => {
    const error = await failureOf(sandbox.run({ code: 'throw new Error("10:30 is taken");', variables: {} }));
    expect(error.message).toBe('10:30 is taken (line 1)');
  });

  it('reports the line of a syntax error', async () => {
    const error = await failureOf(sandbox.run({ code: 'const a = 1;\nconst = 2;', variables: {} }));
    expect(error.code).toBe('TOOL_FAILED');
    expect(error.message).toMatch(/^SyntaxError: .*\(line 2\)$/);
  });

  it.each([
    ['throw null', 'null'],
    ['throw {}', '{}'],
    ['throw undefined', 'undefined'],
    ['throw new Proxy({}, { get() { throw 1 } })', '(a value that cannot be shown)'],
    ['return Promise.reject(new Error("late"))', 'late'],
  ])('fails when the code does %s', async (code, message) => {
    const error = await failureOf(sandbox.run({ code, variables: {} }));
    expect(error.code).toBe('TOOL_FAILED');
    expect(error.message.startsWith(message)).toBe(true);
  });

  it('answers 30 parallel runs, each with its own value', async () => {
    const values = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        valueIn('globalThis.seen = (globalThis.seen ?? 0) + 1; await null; return [$input * 2, seen]', {
          $input: index,
        }),
      ),
    );
    expect(values).toEqual(Array.from({ length: 30 }, (_, index) => [index * 2, 1]));
  });

  it('refuses variables with a bad name or that are not JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    for (const variables of [
      { 'a-b': 1 },
      { ['__proto__']: 1 },
      { undefined: 1 },
      { $a: circular },
      { $a: 1n },
    ]) {
      expect((await failureOf(sandbox.run({ code: 'return 1', variables }))).code).toBe('INVALID_INPUT');
    }
  });
});

describe('fetch', () => {
  it('does not exist unless the caller gives one', async () => {
    expect(
      await valueIn('return [typeof fetch, typeof process, typeof XMLHttpRequest, typeof WebSocket]'),
    ).toEqual(Array.from({ length: 4 }, () => 'undefined'));
    const refusal = await failureOf(sandbox.run({ code: "require('node-fetch')", variables: {} }));
    expect(refusal.message).toContain('Requests cannot be made here.');
  });

  it('asks the caller and hands back status, headers and text', async () => {
    const asked: unknown[] = [];
    const { value } = await sandbox.run({
      code: `
        const response = await fetch(new URL('https://a.test/x'), {
          method: 'post', headers: { 'X-One': '1' }, body: JSON.stringify({ q: 1 }) });
        return [response.ok, response.status, response.headers.get('X-Two'), await response.json()];`,
      variables: {},
      fetch: async (url, { signal: _, ...init }) => {
        asked.push({ url, ...init });
        return answerOf('{"deep":[1]}', { status: 201, headers: [['x-two', '2']] });
      },
    });
    expect(value).toEqual([true, 201, '2', { deep: [1] }]);
    expect(asked).toEqual([
      {
        url: 'https://a.test/x',
        method: 'POST',
        redirect: 'follow',
        headers: [
          ['content-type', 'text/plain;charset=UTF-8'],
          ['x-one', '1'],
        ],
        body: '{"q":1}',
      },
    ]);
  });

  it('is what require("node-fetch") gives; the modules of the machine are refused', async () => {
    const request = {
      variables: {},
      fetch: async (url: string) => answerOf(url),
    };
    const code = "const fetch = require('node-fetch'); return (await fetch('https://a.test/')).text()";
    expect((await sandbox.run({ ...request, code })).value).toBe('https://a.test/');
    const refusal = await failureOf(sandbox.run({ ...request, code: "return require('node:fs')" }));
    expect(refusal.message).toContain('code has no access to the machine');
  });

  it('ATK-011: throws the refusal of the egress client into the code, and nothing of other errors', async () => {
    const code = 'try { await fetch("http://127.0.0.1:9999/"); } catch (error) { return error.message }';
    const denied = await sandbox.run({
      code,
      variables: {},
      fetch: () => Promise.reject(new AppError('EGRESS_DENIED', 'That address may not be reached.')),
    });
    expect(denied.value).toBe('That address may not be reached.');
    const broken = await sandbox.run({
      code,
      variables: {},
      fetch: () => Promise.reject(new Error('connect /secret/path')),
    });
    expect(broken.value).toBe('The request failed.');
  });

  it('aborts what is still being fetched when the run ends', async () => {
    const aborted = Promise.withResolvers<void>();
    const { value } = await sandbox.run({
      code: 'fetch("https://a.test/"); return "left"',
      variables: {},
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            reject(new Error('aborted'));
          });
        }),
    });
    expect(value).toBe('left');
    await aborted.promise;
  });
});

describe('the process', () => {
  it('is a process of its own without environment, without extra rights, and gone after close', async () => {
    const own = new ProcessSandbox();
    expect(own.processId).toBeUndefined();
    await own.run({ code: 'return 1', variables: {} });
    const id = own.processId;
    expect(id).toBeGreaterThan(0);
    expect(id).not.toBe(process.pid);
    expect(readFileSync(`/proc/${id}/environ`, 'utf8')).toBe('');
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(id)]);
    expect(stdout.trim().startsWith(String(process.pid))).toBe(true);
    expect(stdout).toContain('--permission');
    expect(stdout).not.toMatch(/--allow-(fs-write|child-process|addons|net|inspector)/);
    await own.close();
    expect(existsSync(`/proc/${id}`)).toBe(false);
    expect((await failureOf(own.run({ code: 'return 1', variables: {} }))).code).toBe('SERVER_DRAINING');
  });

  it('stops when idle and starts again with the next run', async () => {
    const own = new ProcessSandbox({ idleMs: 20 });
    await own.run({ code: 'return 1', variables: {} });
    const first = own.processId;
    await vi.waitFor(() => expect(existsSync(`/proc/${first}`)).toBe(false), 10_000);
    expect(own.processId).toBeUndefined();
    expect((await own.run({ code: 'return 2', variables: {} })).value).toBe(2);
    await own.close();
  });

  it('is replaced when it does not answer any more', async () => {
    const own = new ProcessSandbox({ cpuMs: 500, waitMs: 500, answerGraceMs: 1500 });
    await vi.waitFor(() => own.run({ code: 'return 1', variables: {} }), 10_000);
    const first = own.processId ?? expect.fail('no process');
    process.kill(first, 'SIGSTOP');
    expect((await failureOf(own.run({ code: 'return 1', variables: {} }))).code).toBe('TOOL_TIMEOUT');
    await vi.waitFor(() => expect(existsSync(`/proc/${first}`)).toBe(false), 10_000);
    const next = await vi.waitFor(() => own.run({ code: 'return 3', variables: {} }), 10_000);
    expect(next.value).toBe(3);
    expect(own.processId).not.toBe(first);
    await own.close();
  });

  it('fails a run whose process dies, and the next run works', async () => {
    const own = new ProcessSandbox();
    await own.run({ code: 'return 1', variables: {} });
    const first = own.processId ?? expect.fail('no process');
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    const lost = failureOf(
      own.run({
        code: 'return fetch("https://a.test/")',
        variables: {},
        fetch: () => {
          resolve();
          return new Promise(() => undefined);
        },
      }),
    );
    await isAsked;
    process.kill(first, 'SIGKILL');
    expect((await lost).code).toBe('TOOL_FAILED');
    expect((await own.run({ code: 'return 4', variables: {} })).value).toBe(4);
    await own.close();
  });

  it('does not outlive a server killed with SIGKILL, not even with code looping inside', async () => {
    const entry = new URL('./process-sandbox.ts', import.meta.url).href;
    const script = `
      const { ProcessSandbox } = await import(${JSON.stringify(entry)});
      const sandbox = new ProcessSandbox();
      await sandbox.run({ code: 'return 1', variables: {} });
      void sandbox.run({ code: 'while (true) {}', variables: {} });
      process.stdout.write(String(sandbox.processId) + '\\n');`;
    const server = execFile(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    const id = await new Promise<number>((resolve) =>
      server.stdout?.once('data', (text) => resolve(Number(text))),
    );
    expect(existsSync(`/proc/${id}`)).toBe(true);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(existsSync(`/proc/${id}`)).toBe(false), 10_000);
  });
});

describe('limits', () => {
  it('ATK-005: ends eight endless loops at once while this process goes on answering', async () => {
    const loops = Array.from({ length: 8 }, () =>
      failureOf(strict.run({ code: 'while (true) {}', variables: {} })),
    );
    let isOver = false;
    const all = Promise.all(loops).finally(() => {
      isOver = true;
    });
    let turns = 0;
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns += 1;
    }
    expect((await all).map((error) => error.code)).toEqual(Array.from({ length: 8 }, () => 'TOOL_TIMEOUT'));
    // A blocked loop would have turned once or twice; the loops took hundreds of milliseconds.
    expect(turns).toBeGreaterThan(20);
    expect((await strict.run({ code: 'return 5', variables: {} })).value).toBe(5);
  });

  it.each([
    ['ATK-005: an endless loop', 'while (true) {}'],
    [
      'an endless loop that catches everything',
      'while (true) { try { while (true) {} } catch {} finally { continue } }',
    ],
    ['ATK-007: an evil regular expression', 'return /^(a+)+$/.test("a".repeat(40) + "!")'],
    ['a flood of microtasks', 'const again = () => Promise.resolve().then(again); await again()'],
    ['an endless getter in the result', 'return { get a() { while (true) {} } }'],
    ['an endless toString of the thrown value', 'throw { toJSON() { while (true) {} } }'],
    [
      'ATK-010: a timer left behind with a promise that never settles',
      'setInterval(() => {}, 5); await new Promise(() => {})',
    ],
    ['a huge sort', 'const a = Array.from({ length: 3e5 }, Math.random); while (true) a.sort(() => 1)'],
    ['a huge number', 'let n = 3n; while (true) n = n * n % (2n ** 200000n)'],
  ])('ends %s with TOOL_TIMEOUT, and the next run works', async (_, code) => {
    expect((await failureOf(strict.run({ code, variables: {} }))).code).toBe('TOOL_TIMEOUT');
    expect((await strict.run({ code: 'return 6', variables: {} })).value).toBe(6);
  });

  it('ATK-010: keeps the returned value when the code leaves a flood of microtasks behind', async () => {
    const code = 'const again = () => queueMicrotask(again); again(); return "kept"';
    expect((await strict.run({ code, variables: {} })).value).toBe('kept');
  });

  it('honours a shorter time given with the run, in words', async () => {
    const error = await failureOf(sandbox.run({ code: 'while (true) {}', variables: {}, timeoutMs: 100 }));
    expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', message: 'The code took longer than 0.1 s.' });
  });

  it.each([
    ['an array that grows', 'const a = []; while (true) a.push("x".repeat(1e5) + a.length)'],
    ['doubled strings', 'let s = "x"; while (true) s += s + 1'],
    ['big buffers', 'const a = []; while (true) a.push(new Uint8Array(1e7).fill(1))'],
  ])('ends a memory bomb of %s, and the next run works', async (_, code) => {
    const error = await failureOf(sandbox.run({ code, variables: {} }));
    expect(error.code).toBe('TOOL_FAILED');
    expect((await sandbox.run({ code: 'return 7', variables: {} })).value).toBe(7);
  });

  it('says that 64 MB were used up', async () => {
    const error = await failureOf(
      sandbox.run({ code: 'const a = []; while (true) a.push(new Uint8Array(1e6))', variables: {} }),
    );
    expect(error.message).toBe('The code used more than 64 MB of memory.');
  });

  it.each([
    ['plain', 'const f = () => f() + 1; return f()'],
    ['through JSON', 'return JSON.parse("[".repeat(1e6))'],
    ['through the parser', 'return eval("(".repeat(1e5))'],
    ['through a regular expression', 'return new RegExp("(".repeat(1e5))'],
    ['through proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x'],
    ['through toString', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return String(a)'],
  ])('survives deep recursion: %s', async (_, code) => {
    expect((await failureOf(sandbox.run({ code, variables: {} }))).code).toBe('TOOL_FAILED');
    expect((await sandbox.run({ code: 'return 8', variables: {} })).value).toBe(8);
  });

  it('stops a run when its signal fires, running or waiting', async () => {
    const own = new ProcessSandbox({ maxParallel: 1 });
    const running = new AbortController();
    const waiting = new AbortController();
    const first = failureOf(own.run({ code: 'while (true) {}', variables: {}, signal: running.signal }));
    const second = failureOf(own.run({ code: 'return 1', variables: {}, signal: waiting.signal }));
    waiting.abort();
    expect((await second).code).toBe('RUN_CANCELLED');
    running.abort();
    expect((await first).code).toBe('RUN_CANCELLED');
    expect((await own.run({ code: 'return 9', variables: {} })).value).toBe(9);
    expect((await failureOf(own.run({ code: 'return 1', variables: {}, signal: running.signal }))).code).toBe(
      'RUN_CANCELLED',
    );
    await own.close();
  });
});
