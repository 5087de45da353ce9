import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../egress/egress.ts';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox();
let server: Server;
let egress: Egress;
let base: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/slow') return;
    if (request.url === '/bytes') {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(203, 'Some Words').end(Buffer.from([0, 255, 65]));
      return;
    }
    if (request.url === '/away') {
      response.writeHead(302, { location: '/echo' }).end();
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, text: body.toString(), hex: body.toString('hex') }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress({ egressAllow: [new URL(base).host] });
});
afterAll(async () => {
  await Promise.all([sandbox.close(), egress.close()]);
  server.closeAllConnections();
  server.close();
});

async function answerOf(code: string): Promise<unknown> {
  const request = { variables: { $base: base }, fetch: toSandboxFetch(egress.fetch) };
  return (await sandbox.run({ ...request, code })).value;
}

describe('fetch', () => {
  it('gives a whole response', async () => {
    expect(
      await answerOf(`
        const response = await fetch($base + '/bytes');
        const copy = response.clone();
        const reader = copy.body.getReader();
        const { value } = await reader.read();
        return {
          seen: [response.status, response.statusText, response.ok, response.url === $base + '/bytes', response.redirected],
          cookies: response.headers.getSetCookie(),
          bytes: [...new Uint8Array(await response.arrayBuffer())],
          used: response.bodyUsed,
          again: await response.text().catch((error) => error.name),
          read: [...value],
          end: (await reader.read()).done,
        }`),
    ).toEqual({
      seen: [203, 'Some Words', true, true, false],
      cookies: ['a=1', 'b=2'],
      bytes: [0, 255, 65],
      used: true,
      again: 'TypeError',
      read: [0, 255, 65],
      end: true,
    });
  });

  it('reads JSON, text and blobs, and follows redirects as asked', async () => {
    expect(
      await answerOf(`
        const get = (path, init) => fetch($base + path, init);
        const moved = await get('/away');
        const blob = await (await get('/echo')).blob();
        return [
          (await (await get('/echo')).json()).method, blob.type, JSON.parse(await blob.text()).url,
          moved.redirected, moved.url === $base + '/echo',
          (await get('/away', { redirect: 'manual' })).status,
          await get('/away', { redirect: 'error' }).catch((error) => error.name),
        ]`),
    ).toEqual(['GET', 'application/json', '/echo', true, true, 302, 'TypeError']);
  });

  it.each([
    ['text', `'é'`, { text: 'é', type: 'text/plain;charset=UTF-8' }],
    ['a query', `new URLSearchParams({ a: 'b c' })`, { text: 'a=b+c', type: /^application\/x-www-form/ }],
    ['bytes', `new Uint8Array([0, 255])`, { hex: '00ff', type: undefined }],
    ['a part of a buffer', `new Uint8Array([1, 2, 3]).subarray(1)`, { hex: '0203', type: undefined }],
    ['a Buffer', `Buffer.from('00ff', 'hex')`, { hex: '00ff', type: undefined }],
    ['a blob', `new Blob(['a', 'b'], { type: 'text/csv' })`, { text: 'ab', type: 'text/csv' }],
    [
      'a form with a file',
      `(() => { const form = new FormData(); form.append('a', '1'); form.append('f', new Blob(['x']), 'n.txt'); return form })()`,
      {
        text: /name="a"\r\n\r\n1\r\n[\s\S]*name="f"; filename="n\.txt"[\s\S]*\r\n\r\nx\r\n/,
        type: /^multipart\/form-data; boundary=/,
      },
    ],
  ])('sends %s', async (_, body, expected) => {
    const seen = (await answerOf(
      `return (await fetch($base + '/echo', { method: 'POST', body: ${body} })).json()`,
    )) as { text: string; hex: string; headers: Record<string, string> };
    const { type, ...rest } = expected;
    for (const [name, value] of Object.entries(rest)) {
      const got = seen[name as 'text' | 'hex'];
      if (value instanceof RegExp) expect(got).toMatch(value);
      else expect(got).toBe(value);
    }
    if (type instanceof RegExp) expect(seen.headers['content-type']).toMatch(type);
    else expect(seen.headers['content-type']).toBe(type);
  });

  it('can be stopped, by hand and by a time limit', async () => {
    expect(
      await answerOf(`
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 20);
        const words = (promise) => promise.catch((error) => error.name);
        return [
          await words(fetch($base + '/slow', { signal: controller.signal })),
          await words(fetch($base + '/slow', { signal: AbortSignal.timeout(20) })),
          await words(fetch($base + '/slow', { signal: AbortSignal.abort() })),
          await words(fetch($base + '/slow', { signal: AbortSignal.any([AbortSignal.timeout(20)]) })),
        ]`),
    ).toEqual(['AbortError', 'TimeoutError', 'AbortError', 'TimeoutError']);
  });

  it.each([
    ['nonsense', '"nonsense" is not a valid address.'],
    ['/path', '"/path" is not a valid address.'],
    ['', '"" is not a valid address.'],
    ['https://user:pass@a.test/', /name and password/],
    ['http://127.0.0.1:9/', /network policy/],
    ['file:///etc/passwd', /network policy/],
  ])('says what is wrong with %j', async (address, words) => {
    const code = `return fetch(${JSON.stringify(address)}).then(() => 'went', (error) => error.message)`;
    const message = await answerOf(code);
    if (words instanceof RegExp) expect(message).toMatch(words);
    else expect(message).toBe(words);
  });

  it('an address forged past the checks inside is called invalid outside too', async () => {
    const request = {
      variables: {},
      fetch: () => Promise.reject(new AppError('TOOL_FAILED', 'It was asked.')),
    };
    const code = `URL = class { constructor(text) { this.href = text } }; globalThis.URL = URL;
      return fetch('no address').catch((error) => error.message)`;
    expect((await sandbox.run({ ...request, code })).value).toBe('"no address" is not a valid address.');
  });
});

describe('other objects of the web', () => {
  it.each<[string, string, unknown]>([
    [
      'Buffer',
      `[Buffer.from('é').toString('base64'), Buffer.from('aGk', 'base64') + '', Buffer.concat([Buffer.from('a'), Buffer.alloc(1)]).toString('hex')]`,
      ['w6k=', 'hi', '6100'],
    ],
    [
      'base64url',
      `[Buffer.from([251, 255]).toString('base64url'), Buffer.from('-_8', 'base64url').toString('hex'), Buffer.isEncoding('base64url')]`,
      ['-_8', 'fbff', true],
    ],
    [
      'digests',
      `Promise.resolve(crypto.subtle.digest('SHA-256', new TextEncoder().encode('a'))).then((d) => Buffer.from(d).toString('hex').slice(0, 8))`,
      'ca978112',
    ],
    [
      'hashes',
      `require('crypto').createHash('md5').update('a').update('b').digest('hex')`,
      '187ef4436122d1cc2f40dc2b92f0eba0',
    ],
    [
      'signatures',
      `require('node:crypto').createHmac('sha256', 'key').update('data').digest('base64')`,
      'UDH+PZicbRU3oBP6bnOdojRj/a7DtwE32Cjjas4iG9A=',
    ],
    ['base64', `[atob('YWI='), btoa('ab')]`, ['ab', 'YWI=']],
    [
      'random values',
      `[crypto.randomUUID().length, require('crypto').randomBytes(70000).length, crypto.getRandomValues(new Uint8Array(4)).length, require('crypto').randomInt(5) < 5]`,
      [36, 70000, 4, true],
    ],
    ['clones', `structuredClone({ at: new Date(5), map: new Map([[1, 2]]) }).map.get(1)`, 2],
    [
      'old encodings',
      `[new TextDecoder('windows-1252').decode(new Uint8Array([128])), new TextDecoder('shift_jis').decode(new Uint8Array([130, 160]))]`,
      ['€', 'あ'],
    ],
    ['streams', `new Response(new Blob(['ab']).stream()).text()`, 'ab'],
    ['answers made by hand', `Response.json({ a: 1 }, { status: 201 }).json()`, { a: 1 }],
    [
      'requests made by hand',
      `(async (r) => [r.method, r.url, await r.clone().text(), r.headers.get('a')])(new Request('https://a.test', { method: 'put', body: 'x', headers: { a: '1' } }))`,
      ['PUT', 'https://a.test/', 'x', '1'],
    ],
    [
      'events',
      `new Promise((done) => { const t = new EventTarget(); t.addEventListener('x', (e) => done(e.detail), { once: true }); t.dispatchEvent(new CustomEvent('x', { detail: 7 })) })`,
      7,
    ],
    ['the clock', `performance.now() > 0`, true],
    ['microtasks', `new Promise((done) => queueMicrotask(() => done(1)))`, 1],
    ['immediates', `new Promise((done) => setImmediate(done, 2))`, 2],
    [
      'addresses',
      `[URL.canParse('x'), URL.parse('x'), new URLSearchParams('a=1&a=2').size]`,
      [false, null, 2],
    ],
  ])('has %s', async (_, expression, expected) => {
    expect(await answerOf(`return ${expression}`)).toEqual(expected);
  });

  it('encrypts and decrypts as Node does, and signs with keys', async () => {
    const code = `
      const crypto = require('crypto');
      const { generateKeyPairSync } = crypto;
      const key = Buffer.alloc(32, 1), iv = Buffer.alloc(12, 2);
      const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from('head'));
      const sealed = cipher.update('secret', 'utf8', 'hex') + cipher.final('hex');
      const open = crypto.createDecipheriv('aes-256-gcm', key, iv);
      open.setAAD(Buffer.from('head')); open.setAuthTag(cipher.getAuthTag());
      const forged = crypto.createDecipheriv('aes-256-gcm', key, iv);
      forged.setAuthTag(Buffer.alloc(16)); forged.update(sealed, 'hex');
      let refusal; try { forged.final() } catch (error) { refusal = error.name }
      return [sealed, open.update(sealed, 'hex', 'utf8') + open.final('utf8'), refusal, typeof generateKeyPairSync]`;
    const { createCipheriv } = await import('node:crypto');
    const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2));
    const sealed = cipher.update('secret', 'utf8', 'hex') + cipher.final('hex');
    expect(await answerOf(code)).toEqual([sealed, 'secret', 'Error', 'undefined']);
  });
});
