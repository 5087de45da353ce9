import { AppError } from '@tendril/contract/app-error';
import { SandboxError } from '@tendril/contract/provider/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox({ cpuMs: 1000, waitMs: 3000 });

afterAll(() => sandbox.close());

/** What the code gave: its value, or the code of its refusal. */
async function outcomeOf(code: string): Promise<unknown> {
  return sandbox.run({ code, variables: { $vars: { a: 1 } } }).then(
    ({ value }) => value,
    (error: unknown) => {
      if (error instanceof SandboxError) return error.code;
      throw error;
    },
  );
}

// Each try hands whatever it reached to `probe`, which looks for anything that only the host has.
const probe = `
  const probe = (reached) => {
    const found = [];
    const ownNames = ['require', 'Buffer'];
    const seen = new Set();
    const visit = (value, depth) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      if (seen.has(value) || depth > 3) return;
      seen.add(value);
      // Some names of the host are here too, as objects of the guest: what they are made by leads back to this place.
      const isOwn = (own) => typeof own === 'function' && own.constructor('return this')() === globalThis;
      for (const name of ['process', 'require', 'module', 'Buffer', 'global', 'getBuiltinModule', 'mainModule',
        'binding', '_linkedBinding', 'postMessage', 'WebAssembly', 'Worker', 'importScripts', 'Deno', 'Bun']) {
        try { if (value[name] !== undefined && !(ownNames.includes(name) && isOwn(value[name]))) found.push(name); } catch {}
      }
      for (const name of Reflect.ownKeys(value)) { try { visit(value[name], depth + 1); } catch {} }
      try { visit(Object.getPrototypeOf(value), depth + 1); } catch {}
      try { visit(value.constructor, depth + 1); } catch {}
    };
    visit(reached, 0);
    try { visit(reached.constructor.constructor('return this')(), 0); } catch {}
    return found.length === 0 ? 'nothing' : found;
  };
`;

const escapes: [string, string][] = [
  ['the global object', 'return probe(globalThis)'],
  ['this', 'return probe(this)'],
  ['the Function constructor', 'return probe(Function("return this")())'],
  ['the async function constructor', 'return probe(await (async () => {}).constructor("return this")())'],
  ['the generator constructor', 'return probe((function* () {}).constructor("yield this")().next().value)'],
  ['the constructor of a variable', 'return probe($vars.constructor.constructor("return this")())'],
  ['indirect eval', 'return probe((0, eval)("this"))'],
  ['console', 'return probe(console.log.constructor("return this")())'],
  ['a timer function', 'return probe(setTimeout.constructor("return process")())'],
  ['timers with text', 'setTimeout("globalThis.x = process"); return probe(globalThis.x)'],
  [
    'ATK-001: the stack of an error with a null name',
    `const error = new Error(); error.name = Object.create(null);
     try { await (async () => error.stack)(); } catch (caught) { return probe(caught.constructor.constructor('return process')()); }
     return probe(error)`,
  ],
  [
    'prepareStackTrace',
    'Error.prepareStackTrace = (error, frames) => frames; const frames = new Error().stack; return probe([frames, ...frames.map((f) => [f.getFunction?.(), f.getThis?.()])])',
  ],
  [
    'the functions of the stack frames',
    'Error.prepareStackTrace = (e, f) => f.map((x) => x.getFunction()); return probe(new Error().stack)',
  ],
  [
    'captureStackTrace',
    'const o = {}; Error.captureStackTrace(o); return probe(o.stack.constructor.constructor("return this")())',
  ],
  [
    'the error of too deep a recursion',
    'const f = () => f(); try { f() } catch (error) { return probe(error) }',
  ],
  [
    'a host error in an async recursion',
    'const f = async () => { await f() }; try { await f() } catch (error) { return probe(error) }',
  ],
  [
    'the species of a promise',
    `const p = (async () => {})(); let got;
     p.constructor = { [Symbol.species]: class { constructor(executor) { executor((x) => { got = x }, (x) => { got = x }) } } };
     p.then(); return probe(got)`,
  ],
  [
    'a replaced then',
    'let got; Promise.prototype.then = function (a, b) { got ??= [this, a, b]; return this }; async function f() {} await f(); return probe(got)',
  ],
  [
    'the return of an async generator',
    'const g = (async function* () {})(); return probe(await g.return({ then(r) { r([r, this.x]) } }))',
  ],
  ['__lookupGetter__', 'return probe(({}).__lookupGetter__("__proto__"))'],
  [
    'a getter on the prototype of objects',
    'let got; Object.defineProperty(Object.prototype, "url", { set(v) { got = [this, v] }, configurable: true }); console.log({}); return probe(got)',
  ],
  [
    'a proxy given to the console',
    'let got; console.log(new Proxy({}, { get: (t, k, r) => { got = [t, k, r]; } })); return probe(got)',
  ],
  [
    'the apply trap of a proxy',
    'let got; const f = new Proxy(console.log, { apply(t, s, a) { got = [t, s, a]; return Reflect.apply(t, s, a) } }); f("x"); return probe(got)',
  ],
  [
    'a replaced Reflect and JSON',
    'let got; JSON.stringify = (...a) => { got = a }; JSON.parse = (...a) => { got = a }; console.log({ a: 1 }); return probe(got)',
  ],
  [
    'a replaced Map and Array prototype',
    'let got; Array.prototype.push = function (...a) { got = [this, a] }; console.log(1, 2); return probe(got)',
  ],
  ['arguments.callee.caller', 'return probe((function () { return arguments.callee.caller })())'],
  ['the caller of a function', 'function f() { return f.caller } return probe(f())'],
  [
    'instanceof with a trap',
    'let got; class E { static [Symbol.hasInstance](v) { got = v } } try { null.x } catch (error) { error instanceof E } return probe(got)',
  ],
  ['a thenable result', 'let got; await { then(resolve) { got = resolve; resolve(1) } }; return probe(got)'],
  [
    'the clone of an object',
    'return probe(structuredClone({ a: 1 }).constructor.constructor("return this")())',
  ],
  ['crypto', 'return probe(crypto)'],
  [
    'the end of the wrapping function',
    '}); globalThis.left = 1; (async function () { return probe(globalThis)',
  ],
  ['finalizers', 'const r = new FinalizationRegistry(() => {}); r.register({}, 1); return probe(r)'],
];

describe('ATK-002: ways out of a sandbox', () => {
  it.each(escapes)('reaches nothing of the host through %s', async (_, code) => {
    const outcome = await outcomeOf(probe + code);
    expect(['nothing', 'TOOL_FAILED']).toContain(outcome);
  });

  it('the probe finds a planted object', async () => {
    expect(await outcomeOf(`${probe} globalThis.process = {}; return probe(globalThis)`)).toContain(
      'process',
    );
  });

  it.each([
    'process.env',
    'require("fs")',
    'module.exports',
    'fetch("https://a.test")',
    'require("../../x")',
    'require("/etc/passwd")',
    'require("./guest/core.js")',
    'require("node:child_process")',
    'require("lodash/../../../process")',
    'require("__proto__")',
    'require({ toString: () => "lodash" })',
    'require.main.require("fs")',
    'require("module")._load("fs")',
    'require("util").inspect.constructor("return process")()',
    'Buffer.constructor("return process")()',
    'await ((name) => import(name))("../../x")',
    'await ((name) => import(name))("data:text/javascript,1")',
    'new Worker("x")',
    'new WebSocket("ws://a.test")',
    'new WebAssembly.Module(new Uint8Array())',
    'await import("node:fs")',
    'await import("node:child_process")',
    'await import("./guest.js")',
    'import.meta.url',
    'process.exit()',
    'process.binding("fs")',
    'process.getBuiltinModule("fs")',
    'Deno.readFile("x")',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    'host("returned", "1")',
    'new Function("return process")()',
  ])('ATK-004: refuses %s', async (code) => {
    expect(await outcomeOf(`return (${code.includes('await') ? code : `(() => ${code})()`})`)).toBe(
      'TOOL_FAILED',
    );
  });

  it('leaves nothing of one run to the next', async () => {
    await outcomeOf(
      'Object.prototype.polluted = 1; globalThis.left = 2; Array.prototype.map = null; return 1',
    );
    expect(await outcomeOf('return [({}).polluted, globalThis.left, typeof [].map]')).toEqual([
      null,
      null,
      'function',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('ATK-008: returned values', () => {
  it.each<[string, string, unknown]>([
    ['an object with a prototype', 'return { __proto__: { isAdmin: true }, a: 1 }', { a: 1 }],
    ['an object with toJSON', 'return { toJSON: () => ({ b: 2 }) }', { b: 2 }],
    ['a Map', 'return new Map([[1, 2]])', {}],
    ['a proxy', 'return new Proxy({ a: 1 }, {})', { a: 1 }],
    ['numbers that JSON lacks', 'return [NaN, Infinity, -0, undefined]', [null, null, 0, null]],
    ['64 levels', 'let a = 1; for (let i = 0; i < 64; i++) a = [a]; return a.flat(63)', [1]],
    [
      'brackets in text',
      'return "[".repeat(100) + "\\"" + "{".repeat(100)',
      `${'['.repeat(100)}"${'{'.repeat(100)}`,
    ],
  ])('copies %s', async (_, code, expected) => {
    expect(await outcomeOf(code)).toEqual(expected);
  });

  it.each([
    ['a getter that throws', 'return { get a() { throw new Error("no") } }'],
    ['toJSON that throws', 'return { toJSON() { throw null } }'],
    ['a function', 'return () => 1'],
    ['a function inside', 'return { a: [() => 1] }'],
    ['a symbol', 'return { a: Symbol("x") }'],
    ['a big integer', 'return 1n'],
    ['a cycle', 'const a = {}; a.a = a; return a'],
    ['an array 10,000 deep', 'let a = []; for (let i = 0; i < 10000; i++) a = [a]; return a'],
    ['an array 65 deep', 'let a = 1; for (let i = 0; i < 65; i++) a = [a]; return a'],
    ['more than 1 MB', 'return "x".repeat(1024 * 1024)'],
    ['20 MB', 'return "x".repeat(20 * 1024 * 1024)'],
    ['a proxy that throws', 'return new Proxy({}, { ownKeys() { throw 1 } })'],
    ['a thenable that never settles', 'return { then() {} }'],
    ['a promise that never settles', 'await new Promise(() => {})'],
    ['a key that reaches a prototype', 'return JSON.parse(\'{"a":{"__proto__":{"polluted":1}}}\')'],
    ['a constructor key', 'return { constructor: { prototype: { polluted: 1 } } }'],
  ])('refuses %s with TOOL_RESULT', async (_, code) => {
    expect(await outcomeOf(code)).toBe('TOOL_RESULT');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('says what is wrong with a refused value', async () => {
    const error = await sandbox
      .run({ code: 'return { answer: () => 1 }', variables: {} })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error.message).toBe(
      'The returned value is not plain JSON: Error: the value of "answer" is a function',
    );
  });
});
