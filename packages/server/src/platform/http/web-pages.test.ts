import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const script = `console.log(${JSON.stringify('x'.repeat(4000))});`;
const style = `.list { color: red }`.repeat(200);
let folder: string;
let test: TestApp;

beforeAll(async () => {
  folder = makeFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html><meta name="csp-nonce" content="__CSP_NONCE__"></html>');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'assets', 'main-abc123.js.map'), '{}');
  writeFileSync(join(folder, 'assets', 'lists-abc123.css.gz'), gzipSync(style));
  const canvas = ['/assets/canvas-1.js', '/assets/canvas-2.css'];
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify({ canvas }));
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  test = await createTestApp({ webFolder: folder });
  test.app.frameRules.push(async (path) => (path === '/chatbot/public' ? ['https://shop.example'] : []));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

describe('the pages', () => {
  it.each(['/', '/chatflows', '/canvas/abc', '/chatbot/private?x=1'])(
    '%s is the one page, with a nonce of its own and not kept',
    async (url) => {
      const [first, second] = [await test.inject({ url }), await test.inject({ url })];
      const nonce = /content="([\w-]+)"/.exec(first.body)?.[1] ?? '';
      expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(first.headers['cache-control']).toBe('no-store');
      expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(second.body).not.toBe(first.body);
    },
  );

  it('the page of a canvas names the files of the canvas, so that they come along with the app', async () => {
    for (const url of ['/canvas', '/canvas/abc', '/agentcanvas/abc?x=1', '/v2/agentcanvas/abc'])
      expect((await test.inject({ url })).headers['link']).toBe(
        '</assets/canvas-1.js>; rel=modulepreload, </assets/canvas-2.css>; rel=preload; as=style; crossorigin',
      );
    expect((await test.inject({ url: '/chatflows' })).headers['link']).toBeUndefined();
    expect((await test.inject({ url: '/preloads.json' })).statusCode).toBe(404);
  });

  it('of a person who is signed in it names the flow and the nodes too, which are asked for as the app asks', async () => {
    const linkOf = async (url: string) =>
      String((await test.inject({ url, headers: { cookie: 'csrf_token=abc' } })).headers['link']).split(', ');
    const data = (path: string) =>
      `</api/agent-studio/v1/${path}>; rel=preload; as=fetch; crossorigin=use-credentials`;
    const [nodes, flow, ...files] = await linkOf('/canvas/0f-1?x=1');
    expect([nodes, flow]).toEqual([data('nodes?summary=true'), data('flows/0f-1')]);
    expect(files).toHaveLength(2);
    expect((await linkOf('/agentcanvas')).filter((link) => link.includes('as=fetch'))).toEqual([
      data('nodes?summary=true'),
    ]);
  });

  it('ATK-119: every answer carries the security headers, and none allows inline or evaluated scripts', async () => {
    for (const url of ['/', '/assets/main-abc123.js', '/health/live', '/api/unknown', '/api/docs']) {
      const { headers } = await test.inject({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain('frame-ancestors');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['referrer-policy']).toBeTruthy();
      expect(headers['server']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('may be framed only where the flow says so', async () => {
    const { headers } = await test.inject({ url: '/chatbot/public' });
    expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example');
  });

  it('hashed files are kept for ever and sent as they were packed', async () => {
    const ask = (encoding: string) =>
      test.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': encoding } });
    const answer = await ask('gzip, deflate, br');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe(script);
    expect((await ask('identity')).body).toBe(script);
  });

  it('a file that is there only compressed reaches clients that accept no compression too', async () => {
    const ask = (coding?: string) =>
      test.inject({
        url: '/assets/lists-abc123.css',
        headers: coding === undefined ? {} : { 'accept-encoding': coding },
      });
    const compressed = await ask('gzip, deflate, br');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(style);
    for (const coding of [undefined, 'identity;q=1, *;q=0', 'br']) {
      const plain = await ask(coding);
      expect(plain.body).toBe(style);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/css; charset=utf-8',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('a file that was not packed is sent as it is', async () => {
    const { headers, body } = await test.inject({
      url: '/favicon.svg',
      headers: { 'accept-encoding': 'br' },
    });
    expect([headers['content-encoding'], body]).toEqual([undefined, '<svg/>']);
  });

  it('other files are asked for again, and answered 304 when they are the same', async () => {
    const { headers } = await test.inject({ url: '/favicon.svg' });
    expect(headers['cache-control']).toBe('public, max-age=0');
    const again = await test.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    '/assets/missing.js',
    '/assets/main-abc123.js.map',
    '/.env',
    '/.git/config',
    '/assets/..%2f.env',
    '/..%2f..%2fetc%2fpasswd',
    '/index.php',
    '/index.html',
    '/assets/main-abc123.js.br',
    '/assets/../.env',
    '//assets/main-abc123.js',
    '//api/core/v1/auths/status',
    '///api',
  ])('ATK-176: %s is a 404', async (url) => {
    const answer = await test.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('are for reading only', async () => {
    expect((await test.inject({ method: 'POST', url: '/chatflows' })).statusCode).toBe(405);
    expect((await test.inject({ method: 'HEAD', url: '/chatflows' })).statusCode).toBe(200);
  });

  it('turn HSTS on when the public address is https', async () => {
    const tls = await createTestApp({ webFolder: folder, config: { publicUrl: 'https://tendril.example' } });
    expect((await tls.inject({ url: '/' })).headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    const user = await tls.signIn();
    expect(user.cookies).toHaveProperty('csrf_token');
    await tls.close();
  });
});
