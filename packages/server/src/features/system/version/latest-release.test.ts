import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readLatestRelease } from '@tendril/contract/api/server-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const nothing = { isConfigured: true, name: null, html_url: null, published_at: null };

describe('the newest release', () => {
  let server: Server;
  let app: TestApp | undefined;
  let answer: { status: number; body: unknown };
  let asked: number;

  beforeEach(async () => {
    asked = 0;
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await new Promise((resolve) => server.close(resolve));
  });

  async function read(): Promise<unknown> {
    const { port } = server.address() as AddressInfo;
    app ??= await createTestApp({
      config: { releasesUrl: `http://127.0.0.1:${port}/latest`, egressAllow: [`127.0.0.1:${port}`] },
    });
    const user = await app.signIn();
    return (await user.inject({ method: 'GET', url: readLatestRelease.path })).json();
  }

  it('SHELL-33, SHELL-34: is read for its name, page and date, once an hour', async () => {
    const body = { name: 'v10', html_url: 'https://x.test/r', published_at: '2026-01-02T03:04:05Z' };
    answer = { status: 200, body: { ...body, draft: false } };
    expect(await read()).toEqual({ isConfigured: true, ...body });
    expect(await read()).toEqual({ isConfigured: true, ...body });
    expect(asked).toBe(1);
  });

  it.each([
    [503, {}],
    [200, { name: 'v1', html_url: 'javascript:alert(1)' }],
    [200, 'no object'],
  ])('SP-18: is unknown, never an error, after %i %j', async (status, body) => {
    answer = { status, body };
    expect(await read()).toEqual(nothing);
  });

  it('SP-18: is not looked up where no address is set, and says so', async () => {
    app = await createTestApp();
    answer = { status: 200, body: {} };
    expect(await read()).toEqual({ ...nothing, isConfigured: false });
    expect(asked).toBe(0);
  });
});
