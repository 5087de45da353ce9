import { endpoint } from '@tendril/contract/api/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Config } from '../config.ts';
import { serve } from './serve.ts';
import { serveStream } from './serve-stream.ts';

const common = { auth: 'public', tag: 'Test', summary: 'A route of the tests.' } as const;
const ask = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/prediction/public',
  response: z.object({}),
});
const stream = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/prediction/stream',
  events: z.object({}),
});

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    config: { allowedOrigins: ['https://studio.example'], trustProxy: ['10.0.0.1'] },
  });
  serve(test.app, ask, () => ({}));
  serveStream(test.app, stream, async ({ open }) => open().send({}));
  test.app.originRules.push(
    async (path, origin) => path.startsWith('/api/v1/prediction/') && origin === 'https://shop.example',
  );
});
afterAll(() => test.close());

const from = (origin: string, url: string, method: 'GET' | 'POST' | 'OPTIONS' = 'POST') =>
  test.inject({
    method,
    url,
    headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }) },
  });

describe('other origins', () => {
  it.each([
    'https://evil.example',
    'null',
    'https://studio.example.evil',
    'http://studio.example',
    'https://shop.example:8443',
  ])('ATK-122: %s is answered by no header, and its pre-flight is refused', async (origin) => {
    for (const [url, method] of [
      [ask.path, 'POST'],
      [stream.path, 'GET'],
    ] as const) {
      const answer = await from(origin, url, method);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['vary']).toContain('Origin');
    }
    for (const [url, method] of [
      [ask.path, 'OPTIONS'],
      ['/api/unknown', 'OPTIONS'],
      ['/api/unknown', 'GET'],
      ['/', 'GET'],
    ] as const) {
      const { headers, statusCode } = await from(origin, url, method);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      if (method === 'OPTIONS') expect(statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  it('AUTH-13: one in the list may send the session along', async () => {
    const preflight = await from('https://studio.example', '/api/core/v1/auths/preferences', 'OPTIONS');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://studio.example',
      'access-control-allow-credentials': 'true',
    });
    expect(preflight.headers['access-control-allow-headers']).toContain('x-csrf-token');
  });

  it('one that a flow lists may call that flow, without the session, streams included', async () => {
    for (const [url, method] of [
      [ask.path, 'POST'],
      [stream.path, 'GET'],
    ] as const) {
      const answer = await from('https://shop.example', url, method);
      expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    const elsewhere = await from('https://shop.example', '/api/core/v1/auths/status', 'GET');
    expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('forwarded headers', () => {
  const status = (remoteAddress: string) =>
    test.inject({
      method: 'POST',
      url: '/api/core/v1/auths/register',
      remoteAddress,
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'tendril.example',
        origin: 'https://tendril.example',
      },
      payload: { name: 'A', email: 'a@example.com', password: 'a long enough one' },
    });

  it('a name that nobody has set up may not pass for our own, whatever it points to', async () => {
    const open = async (host: string, config: Partial<Config> = {}) => {
      const fresh = await createTestApp({ config });
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      const answer = await fresh.inject({
        method: 'POST',
        url: '/api/core/v1/auths/register',
        headers,
        payload: { name: 'A', email: 'a@example.com', password: 'a long enough one' },
      });
      await fresh.close();
      return answer;
    };
    const rebound = await open('rebound.example:3000');
    expect([rebound.statusCode, rebound.json().message]).toEqual([
      403,
      expect.stringMatching(/rebound\.example.*PUBLIC_URL.*ALLOWED_HOSTS/),
    ]);
    for (const host of ['localhost:3000', '192.168.1.5:3000', '[fd00::5]:3000', 'nas:3000', 'nas.local'])
      expect([host, (await open(host)).statusCode]).toEqual([host, 201]);
    expect((await open('studio.example', { publicUrl: 'http://studio.example' })).statusCode).toBe(201);
    expect((await open('studio.example', { allowedHosts: ['studio.example'] })).statusCode).toBe(201);
  });

  it('ATK-044: are believed only when a configured proxy has sent them', async () => {
    const direct = await status('203.0.113.5');
    expect([direct.statusCode, direct.json().code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    const proxied = await status('10.0.0.1');
    expect(proxied.statusCode).toBe(201);
    expect(proxied.cookies.every((cookie) => cookie.secure)).toBe(true);
  });
});
