import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey, signInElsewhere } from '../../../testing/other-workspace.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const script = `export const text = ${JSON.stringify('x'.repeat(4000))};`;
let folder: string;
let app: TestApp;
let user: TestUser;
let flowId: string;

beforeAll(async () => {
  folder = makeFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'widget.js'), script);
  writeFileSync(join(folder, 'widget-react.js'), 'export const react = 1;');
  writeFileSync(join(folder, 'widget-react.tsx'), 'export const react: number = 1;');
  writeFileSync(join(folder, 'widget-secret.js'), 'secret');
  app = await createTestApp({
    widgetFolder: folder,
    config: { allowedOrigins: ['https://trusted.example'] },
  });
  user = await app.signIn();
  flowId = await makeFlow(user, await talkingFlow(user));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const publish = (isPublic: boolean) =>
  user.inject({ method: 'PATCH', url: `${studio}/flows/${flowId}/settings`, payload: { isPublic } });

describe('the widget', () => {
  it.each(['https://shop.example', 'https://trusted.example', undefined])(
    'may be loaded as a module by a page of %s, without a session',
    async (origin) => {
      const answer = await app.inject({ url: '/widget.js', headers: origin ? { origin } : {} });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toBe(script);
    },
  );

  it('comes packed as the browser takes it', async () => {
    const ask = (encoding: string) =>
      app.inject({ url: '/widget.js', headers: { 'accept-encoding': encoding } });
    const br = await ask('gzip, deflate, br');
    expect([br.headers['content-encoding'], br.headers['vary']]).toEqual(['br', 'accept-encoding']);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
    expect(gunzipSync((await ask('gzip, br;q=0')).rawPayload).toString()).toBe(script);
    expect((await ask('identity')).body).toBe(script);
  });

  it('is kept for minutes, asked for again by its tag, and new as soon as it was rebuilt', async () => {
    const first = await app.inject({ url: '/widget.js' });
    expect(first.headers['cache-control']).toContain('max-age=300');
    const headers = { 'if-none-match': first.headers.etag ?? '' };
    const again = await app.inject({ url: '/widget.js', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['access-control-allow-origin']).toBe('*');
    writeFileSync(join(folder, 'widget.js'), 'export const text = 2;');
    utimesSync(join(folder, 'widget.js'), 1, 1);
    const changed = await app.inject({ url: '/widget.js', headers });
    expect([changed.statusCode, changed.body]).toEqual([200, 'export const text = 2;']);
  });

  it('has its React component beside it, built and in TypeScript, and gives out no other file', async () => {
    const built = await app.inject({ url: '/widget-react.js' });
    expect([built.headers['content-type'], built.body]).toEqual([
      'text/javascript; charset=utf-8',
      'export const react = 1;',
    ]);
    const source = await app.inject({ url: '/widget-react.tsx' });
    expect([source.headers['content-type'], source.body]).toEqual([
      'text/plain; charset=utf-8',
      'export const react: number = 1;',
    ]);
    for (const url of ['/widget-secret.js', '/widget.css', '/widget..js', '/widget%2f..%2fwidget.js'])
      expect((await app.inject({ url })).statusCode, url).toBe(404);
  });

  it('that was not built is a 404 in words', async () => {
    const other = await createTestApp({ widgetFolder: join(folder, 'nowhere') });
    const answer = await other.inject({ url: '/widget.js' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
    await other.close();
  });
});

describe('the page to see it on', () => {
  const show = (query = '') => app.inject({ url: `/widget-demo/${flowId}${query}` });

  it('is shown to everyone who may ask the flow, in frames of our own pages only', async () => {
    await publish(false);
    expect((await show()).statusCode).toBe(401);
    expect((await user.inject({ url: `/widget-demo/${flowId}` })).statusCode).toBe(200);
    await publish(true);
    const { headers, body } = await show('?mode=panel&theme=dark');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(body).toContain(`<tendril-chat flow="${flowId}" mode="panel" theme="dark"></tendril-chat>`);
  });

  it('ATK-124: takes settings as text only', async () => {
    const heading = encodeURIComponent('"><script>alert(1)</script>');
    const { body } = await show(`?heading=${heading}`);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('heading="&quot;>&lt;script>');
    for (const query of ['?color=red;background:url(//evil)', '?mode=x', '?unknown=1', '?theme=%22'])
      expect((await show(query)).statusCode, query).toBe(400);
  });
});

describe('the routes of the widget', () => {
  const hostile = [
    'https://evil.example',
    'null',
    'https://trusted.example.evil.example',
    'https://trusted.example\t',
    'file://',
    'not an origin',
    'x'.repeat(4000),
  ];
  const files = ['/widget.js', '/widget-react.js', '/widget-react.tsx'];
  const demo = () => `/widget-demo/${flowId}`;
  const rows = async () => {
    const { db } = app.infrastructure;
    const [flows, runs, messages] = await Promise.all([
      db.selectFrom('flow').selectAll().execute(),
      db.selectFrom('run').selectAll().execute(),
      db.selectFrom('chat_message').selectAll().execute(),
    ]);
    return JSON.stringify([flows, runs, messages]);
  };

  it('ATK-067: a private flow is not there for another workspace; a public one is what visitors see', async () => {
    const outsider = await signInElsewhere(app, user);
    const key = await makeKey(app);
    await publish(false);
    for (const one of [outsider, key]) {
      const answer = await one.inject({ url: demo() });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
      const missing = await one.inject({ url: '/widget-demo/there-is-none' });
      expect(missing.json().message).toBe(answer.json().message);
    }
    const bad = await app.inject({ url: demo(), headers: { authorization: 'Bearer nothing' } });
    expect(bad.statusCode).toBe(401);
    await publish(true);
    const { body: seen } = await app.inject({ url: demo() });
    const plain = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '');
    for (const one of [outsider, key])
      expect(plain((await one.inject({ url: demo() })).body)).toBe(plain(seen));
  });

  it('ATK-122: a hostile page gets the files without a session, and never the sample page', async () => {
    await publish(true);
    for (const origin of hostile) {
      for (const url of files) {
        const answer = await user.inject({ url, headers: { origin } });
        expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      const page = await user.inject({ url: demo(), headers: { origin } });
      expect(page.headers['access-control-allow-origin']).toBeUndefined();
      expect(page.headers['access-control-allow-credentials']).toBeUndefined();
      expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'self'");
    }
  });

  it('ATK-068: no name, query or header that is wrong is answered with more than a refusal', async () => {
    const nul = encodeURIComponent('a\0b');
    const wrong = [
      ...[`/widget${nul}.js`, `/widget${'x'.repeat(65)}`, '/widget__proto__', '/widget'],
      ...[
        '/widget-react.js/..%2f..%2fpackage.json',
        '/widget%5c..%5cwidget.js',
        '/widget.js%00',
        '/widget.js%',
      ],
      ...['x'.repeat(65), '__proto__', nul, '%', '..%2f..', '{}', "'--"].map((id) => `/widget-demo/${id}`),
      ...[
        `heading=${nul}`,
        `heading=${'x'.repeat(201)}`,
        'heading=a&heading=b',
        'heading[a]=1',
        '__proto__=1',
      ].map((query) => `${demo()}?${query}`),
      ...['constructor=1', 'color=%23fff&color=%23000', 'open=1', 'mode[]=page', 'side=top'].map(
        (query) => `${demo()}?${query}`,
      ),
    ];
    const before = await rows();
    for (const url of wrong) {
      const { statusCode, body } = await user.inject({ url });
      expect([400, 404, 414], `${url.slice(0, 80)} ${statusCode} ${body.slice(0, 120)}`).toContain(
        statusCode,
      );
      expect(body).not.toContain('secret');
    }
    const odd = { 'accept-encoding': `${'br;q=x,'.repeat(500)}\u00e9`, 'if-none-match': '"'.repeat(4000) };
    expect((await app.inject({ url: '/widget.js', headers: odd })).statusCode).toBe(200);
    expect(await rows()).toBe(before);
  });

  it('ATK-068: take no body of any kind or size', async () => {
    await publish(true);
    const before = await rows();
    const bodies = ['{"__proto__":{"a":1}}', '"a\\u0000b"', '[[[]]]', '7', '{', 'x'.repeat(2_000_000)];
    for (const url of [...files, demo()])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        for (const payload of bodies) {
          const headers = { 'content-type': 'application/json' };
          const { statusCode, body } = await user.inject({ method, url, payload, headers });
          const report = `${method} ${url} ${payload.slice(0, 20)}: ${statusCode} ${body.slice(0, 120)}`;
          expect([400, 404, 405, 413], report).toContain(statusCode);
        }
    expect(await rows()).toBe(before);
  });
});
