import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { endpoint } from '@tendril/contract/api/endpoint';
import { idParams } from '@tendril/contract/api/id';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import { AppError } from '@tendril/contract/app-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { mintApiKey } from './api-keys.ts';
import { serve } from './serve.ts';

const common = { tag: 'Test', summary: 'A route of the tests.' } as const;
const path = `${studioPrefix}/things/:id`;
const update = endpoint({
  ...common,
  method: 'PUT',
  path,
  auth: 'sessionOrKey',
  permits: 'member',
  params: idParams,
  query: z.strictObject({ page: z.coerce.number().int().optional() }),
  body: z.strictObject({ name: z.string(), parts: z.array(z.unknown()).optional() }),
  response: z.object({ id: z.string(), name: z.string() }),
});
const read = endpoint({
  ...common,
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'member',
  params: idParams,
  response: z.object({ kind: z.string() }),
});
const run = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/run`,
  auth: 'flow',
  permits: 'member',
  params: idParams,
  response: z.object({ kind: z.string() }),
});
const own = endpoint({
  ...common,
  method: 'GET',
  path: `${studioPrefix}/own`,
  auth: 'session',
  permits: 'member',
  response: z.object({ kind: z.string() }),
});
const fail = endpoint({ ...common, method: 'GET', path: `${studioPrefix}/fail`, auth: 'public' });
const wait = endpoint({ ...common, method: 'GET', path: `${studioPrefix}/wait`, auth: 'public' });

let test: TestApp;
let user: TestUser;
let base: string;
let onDrop: () => void;
const failures: Error[] = [];

beforeAll(async () => {
  test = await createTestApp();
  serve(
    test.app,
    update,
    ({ params, body, caller }) => ({ id: params.id, name: body.name, owner: caller.workspaceId }),
    { alias: true },
  );
  serve(test.app, read, ({ caller }) => ({ kind: caller.kind }));
  serve(test.app, run, ({ caller }) => ({ kind: caller.kind }));
  serve(test.app, own, ({ caller }) => ({ kind: caller.kind }));
  serve(test.app, fail, () => {
    throw failures.pop() ?? new Error('secret table user at /srv/x.ts');
  });
  serve(
    test.app,
    wait,
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(onDrop()))),
  );
  base = await test.listen();
  user = await test.signIn();
});
afterAll(() => test.close());

const put = (payload: unknown, extra: object = {}) =>
  user.inject({
    method: 'PUT',
    url: path.replace(':id', 'a1'),
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...extra,
  });

async function addKey(
  scope: 'full' | 'read',
  expiresAt: number | null = null,
): Promise<{ id: string; headers: { authorization: string } }> {
  const { key, keyHash, hint } = mintApiKey();
  const at = Date.now();
  const row = {
    keyName: 'k',
    keyHash,
    hint,
    scope,
    expiresAt,
    lastUsedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const id = `key-${hint}-${at}`;
  await test.infrastructure.db
    .insertInto('api_key')
    .values({ id, workspaceId: user.caller.workspaceId, ...row })
    .execute();
  return { id, headers: { authorization: `Bearer ${key}` } };
}

describe('a served route', () => {
  it('answers only what its response schema names', async () => {
    expect((await put({ name: 'n' })).json()).toEqual({ id: 'a1', name: 'n' });
  });

  it('packs an answer of 1 KB and more for those who can unpack it, and leaves a small one alone', async () => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' };
    const [small, large] = [
      await put({ name: 'n' }, { headers }),
      await put({ name: 'n'.repeat(2000) }, { headers }),
    ];
    expect([small.headers['content-encoding'], large.headers['content-encoding']]).toEqual([undefined, 'br']);
  });

  it('names every field at fault', async () => {
    const answer = await put({ name: 1, isPublic: true });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', requestId: answer.headers['x-request-id'] });
    expect(answer.json().details.map((detail: { path: string }) => detail.path)).toEqual([
      'name',
      'isPublic',
    ]);
  });

  it.each(['..%2f..', 'a%00b', 'a'.repeat(65), 'a b', '..%5c'])('refuses the id %s', async (id) => {
    const answer = await put({ name: 'n' }, { url: path.replace(':id', id) });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  it.each(['page=1&page=2', 'page[]=1', 'page=x', 'other=1'])('refuses the query %s', async (query) => {
    expect((await put({ name: 'n' }, { url: `${path.replace(':id', 'a1')}?${query}` })).statusCode).toBe(400);
  });

  it('also answers under /api/v1 when asked, where refusals carry statusCode and success', async () => {
    const url = '/api/v1/things/a1';
    expect((await put({ name: 'n' }, { url })).statusCode).toBe(200);
    expect((await put({}, { url })).json()).toMatchObject({
      statusCode: 400,
      success: false,
      code: 'INVALID_INPUT',
    });
  });

  it('hides everything about an error that nobody foresaw', async () => {
    const answer = await test.inject({ url: fail.path });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      code: 'INTERNAL',
      message: 'Something went wrong on the server.',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('answers a full disk with 507', async () => {
    failures.push(Object.assign(new Error('database or disk is full'), { errcode: 13 }));
    expect((await test.inject({ url: fail.path })).statusCode).toBe(507);
    failures.push(new AppError('CONFLICT', 'Taken.'));
    expect((await test.inject({ url: fail.path })).json()).toMatchObject({
      code: 'CONFLICT',
      message: 'Taken.',
    });
  });

  it('notifies the handler when the client has disconnected', async () => {
    const dropped = new Promise<void>((resolve) => {
      onDrop = resolve;
    });
    const controller = new AbortController();
    const asked = fetch(`${base}${wait.path}`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(asked).rejects.toThrow();
    await dropped;
  });
});

describe('who may call', () => {
  it('refuses nobody and dead keys with 401, before the body is read', async () => {
    const url = path.replace(':id', 'a1');
    for (const headers of [{}, { authorization: 'Bearer tdl_nope' }, { authorization: 'Basic YTpi' }]) {
      const answer = await test.inject({
        method: 'PUT',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '{{{',
      });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('lets a key in where keys are let in, without a CSRF token', async () => {
    const { headers, id } = await addKey('full');
    const payload = { name: 'n' };
    const answer = await test.inject({ method: 'PUT', url: path.replace(':id', 'a1'), headers, payload });
    expect(answer.statusCode).toBe(200);
    expect((await test.inject({ url: own.path, headers })).statusCode).toBe(403);
    const row = await test.infrastructure.db
      .selectFrom('api_key')
      .select('lastUsedAt')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.lastUsedAt).toBeGreaterThan(0);
  });

  it('lets a key that only reads read, and neither run nor change anything', async () => {
    const { headers } = await addKey('read');
    const url = path.replace(':id', 'a1');
    expect((await test.inject({ url, headers })).json()).toEqual({ kind: 'apiKey' });
    expect((await test.inject({ method: 'POST', url: `${url}/run`, headers })).statusCode).toBe(403);
    expect((await test.inject({ method: 'PUT', url, headers, payload: { name: 'n' } })).statusCode).toBe(403);
  });

  it('refuses a key that has expired, was changed by a letter, or was deleted a moment ago', async () => {
    const url = path.replace(':id', 'a1');
    const expired = await addKey('full', Date.now() - 1);
    const { id, headers } = await addKey('full');
    const altered = {
      authorization: `${headers.authorization.slice(0, -1)}${headers.authorization.endsWith('x') ? 'y' : 'x'}`,
    };
    expect((await test.inject({ url, headers })).statusCode).toBe(200);
    await test.infrastructure.db.deleteFrom('api_key').where('id', '=', id).execute();
    test.infrastructure.apiKeys.forget(id);
    for (const dead of [expired.headers, altered, headers])
      expect((await test.inject({ url, headers: dead })).statusCode).toBe(401);
  });

  it('passes anybody to a route that the flow decides about, and says who it is', async () => {
    const url = run.path.replace(':id', 'a1');
    expect((await test.inject({ method: 'POST', url })).json()).toEqual({ kind: 'anonymous' });
    expect((await user.inject({ method: 'POST', url })).json()).toEqual({ kind: 'user' });
    expect((await test.inject({ method: 'POST', url, cookies: user.cookies })).json()).toMatchObject({
      code: 'CSRF_ERROR',
    });
    expect(
      (await test.inject({ method: 'POST', url, headers: { authorization: 'Bearer dead' } })).statusCode,
    ).toBe(401);
  });
});

describe('bodies that are refused', () => {
  const deep = (levels: number) => `{"name":"n","parts":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each(['{', '{"name":"n"', '{name:1}', 'nope', '{"name":"n"}x', '\ufeff{"name":"n"}'])(
    'malformed: %j is a 400',
    async (text) => {
      const answer = await put(text);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
    },
  );

  it.each(['null', '[]', '"x"', '0', ''])('%j where an object is due is a 400', async (text) => {
    expect((await put(text)).statusCode).toBe(400);
  });

  it('accepts 64 levels and refuses 65, 5,000 and 200,000', async () => {
    expect((await put(deep(63))).statusCode).toBe(200);
    for (const levels of [64, 5000, 200_000]) {
      const answer = await put(deep(levels));
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'body: must not nest deeper than 64 levels',
      ]);
    }
  });

  it.each([
    ['{"name":"n","parts":[{"__proto__":{"polluted":1}}]}', 'parts.0.__proto__'],
    ['{"constructor":1,"name":"n"}', 'constructor'],
    ['{"name":"n","parts":[{"\\u005f_proto__":1}]}', 'parts.0.__proto__'],
    ['{"name":"a\\u0000b"}', 'name'],
  ])('%s is a 400 that names %s', async (text, field) => {
    const answer = await put(text);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe(field);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses NUL in a query by its name, before a database sees it', async () => {
    const answer = await put({ name: 'n' }, { query: { page: 'a\0' } });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'query.page']);
  });

  it('keeps the words that are only forbidden as keys', async () => {
    expect((await put({ name: 'the "constructor" of __proto__ \\u0000 {[' })).statusCode).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    '%s is a 415',
    async (type) => {
      const answer = await put('{"name":"n"}', { headers: { 'content-type': type } });
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it('a compressed one is a 400: request bodies are never decompressed', async () => {
    const answer = await user.inject({
      method: 'PUT',
      url: path.replace(':id', 'a1'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ name: 'n' })),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('20 MB is a 413, over a real connection too', async () => {
    const answer = await fetch(`${base}${path.replace(':id', 'a1')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(await addKey('full')).headers },
      body: JSON.stringify({ name: 'x'.repeat(20_000_000) }),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('a refused body is read to its end, so that a client that writes first still reads the 413', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const { authorization } = (await addKey('full')).headers as Record<string, string>;
    const size = 8_000_000;
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const head = `PUT ${path.replace(':id', 'a1')} HTTP/1.1\r\nHost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`;
    socket.write(head);
    const piece = Buffer.alloc(size / 80, 'x');
    for (let sent = 0; sent < 80; sent += 1) {
      await new Promise<void>((resolve, reject) => {
        socket.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    }
    await expect.poll(() => answer).toContain('413');
    expect(answer).toContain('TOO_LARGE');
    socket.destroy();
  });
});

describe('addresses and methods', () => {
  it('gives clients 10 s for headers, 30 s for a request, and their number an end', () => {
    const { headersTimeout, requestTimeout, maxConnections } = test.app.fastify.server;
    expect([headersTimeout, requestTimeout, maxConnections]).toEqual([10_000, 30_000, 4096]);
  });

  it('answers an unknown address with 404 and a known one under another method with 405', async () => {
    expect((await test.inject({ url: '/api/unknown' })).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await test.inject({ method: 'DELETE', url: own.path })).json()).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
    });
    expect((await test.inject({ method: 'OPTIONS', url: own.path })).statusCode).toBe(405);
  });

  it('HEAD asks for the same rights and leaks no length', async () => {
    expect((await test.inject({ method: 'HEAD', url: own.path })).statusCode).toBe(401);
    expect((await user.inject({ method: 'HEAD', url: own.path })).statusCode).toBe(200);
  });

  it.each([
    'TRACE /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost : x\r\n\r\n',
    `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
    'nonsense\r\n\r\n',
  ])('answers %j with a 4xx and lives on', async (text) => {
    const { port } = new URL(base);
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (part) => {
        received += part;
        socket.end();
      });
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toContain('"code":"');
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
  });
});
