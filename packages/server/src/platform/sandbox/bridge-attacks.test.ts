import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox({ cpuMs: 3000, waitMs: 3000 });
const empty = {
  status: 200,
  statusText: '',
  url: '',
  redirected: false,
  headers: [],
  body: new Uint8Array(),
};

afterAll(() => sandbox.close());

/** What the code gave, or the code of its refusal; the sandbox answers afterwards as before. */
async function outcomeOf(code: string): Promise<unknown> {
  const id = sandbox.processId;
  const fetch = async () => ({ ...empty, headers: [] });
  const outcome = await sandbox.run({ code, variables: {}, fetch }).then(
    ({ value }) => value,
    (error: { code: unknown }) => error.code,
  );
  expect((await sandbox.run({ code: 'return 5', variables: {} })).value).toBe(5);
  if (id !== undefined) expect(sandbox.processId).toBe(id);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  return outcome;
}

const caught = (expression: string) =>
  `try { ${expression}; return 'went' } catch (error) { return error.name }`;

describe('the bridge to Intl', () => {
  it.each([
    ['options of 1 MB', `new Intl.NumberFormat('en', { currency: 'x'.repeat(1e6) })`],
    ['a million locales', `new Intl.NumberFormat(Array(1e6).fill('en'))`],
    [
      'ten thousand options',
      `new Intl.NumberFormat('en', Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ['a' + i, 1])))`,
    ],
    ['a locale of 1 MB', `(5).toLocaleString('en-'.repeat(3e5))`],
    ['a text of 10 MB', `'x'.repeat(1e7).localeCompare('y')`],
    ['a text of 1 MB to be cut', `new Intl.Segmenter('en').segment('a '.repeat(5e5))`],
    ['a list of a million', `new Intl.ListFormat('en').format(Array(1e6).fill('a'))`],
    ['a number of a million digits', `(10n ** 1000000n).toLocaleString()`],
    ['a getter that throws', `new Intl.NumberFormat('en', { get style() { throw new RangeError('no') } })`],
    [
      'a proxy that throws',
      `new Intl.NumberFormat('en', new Proxy({}, { ownKeys() { throw new TypeError('no') } }))`,
    ],
    ['locales that throw', `new Intl.NumberFormat({ length: 1, get 0() { throw new TypeError('no') } })`],
    ['locales without end', `new Intl.NumberFormat({ length: 2 ** 40 })`],
  ])('refuses %s', async (_, expression) => {
    expect(['RangeError', 'TypeError', 'InternalError', 'TOOL_FAILED', 'TOOL_TIMEOUT']).toContain(
      await outcomeOf(caught(expression)),
    );
  });

  it.each<[string, string, unknown]>([
    ['an endless decimal', `return new Intl.NumberFormat('en').format('1e999999999')`, '∞'],
    ['a decimal without end in small', `return new Intl.NumberFormat('en').format('1e-999999999')`, '0'],
    [
      'keys that reach a prototype',
      `return [new Intl.NumberFormat('en', JSON.parse('{"__proto__":{"polluted":1},"constructor":"x"}')).format(1), ({}).polluted]`,
      ['1', null],
    ],
    [
      'a polluted prototype inside',
      `Object.prototype.polluted = 1; Object.prototype.style = 'percent'; return (1).toLocaleString('en')`,
      '1',
    ],
    [
      'a replaced JSON',
      `JSON.stringify = () => '{"kind":"__proto__"}'; JSON.parse = () => 0; return (1).toLocaleString('en')`,
      '1',
    ],
    [
      'options read while they format',
      `const o = { get style() { return (0.5).toLocaleString('en', { style: 'percent' }) && 'percent' } }; return (0.5).toLocaleString('en', o)`,
      '50%',
    ],
    [
      'the object of an answer',
      `const parts = new Intl.NumberFormat().formatToParts(1); return parts.constructor === Array && parts[0].constructor === Object && parts.constructor.constructor('return this')() === globalThis`,
      true,
    ],
  ])('is not upset by %s', async (_, code, expected) => {
    expect(await outcomeOf(code)).toEqual(expected);
  });

  it('a flood of different formatters stays in time and memory', async () => {
    const code = `let n = 0; for (;;) new Intl.NumberFormat('en', { minimumFractionDigits: n % 90, currency: 'A' + 'BCDEFGHIJ'[n % 9] + 'BCDEFGHIJ'[n++ % 7] })`;
    expect(await outcomeOf(code)).toBe('TOOL_TIMEOUT');
  });

  it('code that compares without end is stopped', async () => {
    expect(await outcomeOf(`for (;;) 'a'.localeCompare('b')`)).toBe('TOOL_TIMEOUT');
  });
});

describe('the bridge to crypto', () => {
  it.each([
    ['an unknown hash', `require('crypto').createHash('__proto__')`],
    ['a key derived for hours', `require('crypto').pbkdf2Sync('a', 'b', 1e9, 64, 'sha512')`],
    ['a derived key of 1 GB', `require('crypto').pbkdf2Sync('a', 'b', 1, 2 ** 30, 'sha512')`],
    ['a cipher without name', `require('crypto').createCipheriv('../../x', 'a', 'b').final()`],
    ['a key of 1 MB', `require('crypto').createSign('RSA-SHA256').update('a').sign('x'.repeat(1e6))`],
    [
      'a key that is a path',
      `require('crypto').createSign('RSA-SHA256').update('a').sign('/etc/ssl/private/key.pem')`,
    ],
    [
      'text for a length',
      `require('crypto').createHash('shake128', { outputLength: '9'.repeat(20) }).update('a').digest()`,
    ],
    ['random bytes of 1 GB', `require('crypto').randomBytes(2 ** 30)`],
  ])('refuses %s', async (_, expression) => {
    expect(await outcomeOf(caught(expression))).not.toBe('went');
  });

  it('forged lengths reach no memory but their own', async () => {
    const code = `Uint8Array.prototype.slice = () => ({ length: -5 });
      return require('crypto').createHmac('sha256', 'a').update('b').digest('hex').length`;
    expect([0, 64, 'TOOL_FAILED']).toContain(await outcomeOf(code));
  });

  it('hashes 20 MB, and not without end', async () => {
    const code = `const h = require('crypto').createHash('sha256'); for (let i = 0; i < 20; i++) h.update(Buffer.alloc(1e6)); return h.digest('hex')`;
    expect(await outcomeOf(code)).toBe(createHash('sha256').update(Buffer.alloc(2e7)).digest('hex'));
    const endless = `const h = require('crypto').createHash('sha256'); for (;;) h.update(Buffer.alloc(1e6))`;
    expect(['TOOL_FAILED', 'TOOL_TIMEOUT']).toContain(await outcomeOf(endless));
  });
});

describe('sizes and numbers', () => {
  it.each([
    ['a blob of 1 GB', `new Blob(Array(1024).fill(new Uint8Array(2 ** 20)))`],
    ['a buffer of 1 GB', `Buffer.alloc(2 ** 30)`],
    [
      'a text decoded without end',
      `let s = 'a'; for (;;) s += new TextDecoder('latin1').decode(new Uint8Array(1e6))`,
    ],
    ['an unknown encoding', `new TextDecoder('../../x')`],
    ['a flood of timers', `for (;;) setTimeout(() => {}, 1e6)`],
    ['a body of 9 MB', `await fetch('https://a.test', { method: 'POST', body: 'x'.repeat(9e6) })`],
    [
      'bodies of 24 MB at once',
      `await Promise.all([1, 2, 3, 4].map(() => fetch('https://a.test', { method: 'POST', body: new Uint8Array(6e6) })))`,
    ],
    [
      'a thousand requests at once',
      `await Promise.all(Array.from({ length: 1000 }, () => fetch('https://a.test')))`,
    ],
  ])('refuses %s', async (_, expression) => {
    expect(await outcomeOf(`return (async () => { ${caught(expression)} })()`)).not.toBe('went');
  });

  it('a request that is forged to be long on its way stops that run alone', async () => {
    const code = `JSON.stringify = () => '\\u0001'.repeat(7e6);
      return fetch('https://a.test').then(() => 'went', (error) => error.message)`;
    expect(await outcomeOf(code)).toContain('larger than 8 MB');
  });

  it('a timer that is cleared makes place for another', async () => {
    const code = `for (let i = 0; i < 1e4; i++) clearTimeout(setTimeout(() => {}, 1e6)); return 'went'`;
    expect(await outcomeOf(code)).toBe('went');
  });

  it('an evil expression over fetched or formatted text ends at the limit', async () => {
    expect(await outcomeOf(`return /^(\\d+,?)+$/.test('1'.repeat(50).toLocaleString() + '!')`)).toBe(
      'TOOL_TIMEOUT',
    );
  });
});

describe('modules', () => {
  it.each([
    '../../x',
    './guest/core.js',
    '/etc/passwd',
    'node:fs',
    'fs/promises',
    'child_process',
    'node:worker_threads',
    'worker_threads',
    'module',
    'quickjs-wasi',
    'undici',
    'fastify',
    '@tendril/server',
    'lodash/../undici',
    'lodash/..',
    'dayjs/plugin/../../../pg',
    'moment/locale/none',
    'crypto-js/../../x',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'http://a.test/x.js',
    'data:text/javascript,1',
    'axios\u0000fs',
    'x'.repeat(1e6),
  ])('refuses %j', async (name) => {
    expect(await outcomeOf(caught(`require(${JSON.stringify(name)})`))).toBe('Error');
  });

  it('a library that the code has changed is changed for that run alone', async () => {
    const code = `const _ = require('lodash'); const before = _.chunk.polluted; _.chunk.polluted = 1; return before ?? 'new'`;
    expect(await outcomeOf(code)).toBe('new');
    expect(await outcomeOf(code)).toBe('new');
  });

  it('nothing of the host is in reach of a library', async () => {
    const code = `return ['lodash', 'axios', 'util', 'buffer'].map((name) => {
      const library = require(name); const made = library.constructor.constructor('return this')();
      return made === globalThis && typeof made.process === 'undefined' && typeof made.callHost === 'undefined' && typeof made.partScope === 'undefined' })`;
    expect(await outcomeOf(code)).toEqual([true, true, true, true]);
  });

  it('a module of Node says why it is missing, and one for databases what to do', async () => {
    const words = (name: string) =>
      outcomeOf(`try { require('${name}') } catch (error) { return error.message }`);
    expect(await words('node:fs')).toContain('no access to the machine');
    expect(await words('mongoose')).toContain('there are pg, mysql2/promise and mongodb');
    expect(await words('redis')).toContain('there are pg, mysql2/promise and mongodb');
    expect(await words('got')).toContain('fetch or axios');
    expect(await words('left-pad')).toContain('There is no module "left-pad"');
  });
});
