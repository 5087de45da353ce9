import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the server', () => {
  it('lists every mounted route with its method, its rights and its answers', async () => {
    const document = (await test.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    const listed = Object.entries<Record<string, { responses: object; security: object[] }>>(
      document.paths,
    ).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const shown = test.app.routes.filter(({ endpoint }) => endpoint.auth !== 'internal');
    const mounted = shown.map(
      ({ endpoint, path }) => `${endpoint.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.toSorted()).toEqual(mounted.toSorted());
    const login = document.paths['/api/core/v1/auths/login'].post;
    expect(login.requestBody.content['application/json'].schema).toMatchObject({
      required: ['email', 'password'],
      additionalProperties: false,
    });
    expect(Object.keys(login.responses)).toEqual(['200', '502', '503', '4XX']);
  });

  it('is sent compressed to those who can unpack it', async () => {
    const answer = await test.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).openapi).toBe('3.1.0');
    const refused = await test.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'br;q=0, identity' },
    });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('is a page too, without a script and with a style that its policy allows', async () => {
    const { body, headers } = await test.inject({ url: '/api/docs' });
    const nonce = /<style nonce="([\w-]+)">/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(body).not.toMatch(/<script|style="|(src|href|action)="(https?:)?\/\//);
    const { paths } = (await test.inject({ url: '/api/openapi.json' })).json();
    expect(Object.keys(paths['/api/docs'].get.responses)).toEqual(['200', '502', '503', '4XX']);
    expect(Object.keys(paths['/api/docs'].get.responses['200'].content)).toEqual(['text/html']);
    const shown = test.app.routes.filter(({ endpoint }) => endpoint.auth !== 'internal');
    expect(body).not.toContain('/internal/');
    for (const { path } of shown) expect(body).toContain(path.replaceAll(/:(\w+)/g, '{$1}'));
  });
});

describe('the server', () => {
  it('answers its version, health and ping', async () => {
    expect((await test.inject({ url: '/api/v1/version' })).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await test.inject({ url: '/health/live' })).json()).toEqual({ status: 'ok' });
    expect((await test.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ok' });
    expect((await test.inject({ url: '/api/v1/ping' })).body).toBe('pong');
  });
});
