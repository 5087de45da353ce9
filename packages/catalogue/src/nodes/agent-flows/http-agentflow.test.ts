import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askedState, stepState } from '../../testing/run-step.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const received: Received[] = [];
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method, url: path, headers } = request;
    received.push({ method, url: path, headers, body: Buffer.concat(pieces).toString('utf8') });
    if (path?.startsWith('/broken')) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"No tea left"}');
    } else if (path?.startsWith('/bytes')) response.end(Buffer.from([1, 2, 255]));
    else if (path?.startsWith('/text')) response.end('plain');
    else response.writeHead(200, { 'x-tea': 'green' }).end('{"city":"Bern","list":[1,2]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

async function send(given: Record<string, unknown>, credential?: Record<string, string>) {
  const context = testContext({ nodeId: 'http_0', ...(credential && { credential }) });
  const state = await stepState('httpAgentflow', { url, previous: [askedState('Hi')], ...given }, context);
  return { result: state.results['http_0'], request: received.at(-1), state, context };
}

const pair = (key: string, value: string) => ({ key, value });

describe('the HTTP step of an agent flow', () => {
  it('asks with its query and headers, and gives body, status and headers of the answer', async () => {
    const { result, request } = await send({
      url: `${url}/find?a=1`,
      queryParams: [pair('q', 'green tea'), pair('', 'lost')],
      headers: [pair('X-Shop', 'tea')],
    });
    expect(request).toMatchObject({ method: 'GET', url: '/find?a=1&q=green+tea' });
    expect(request?.headers['x-shop']).toBe('tea');
    expect(result?.content).toBe('{"city":"Bern","list":[1,2]}');
    expect(result?.output).toMatchObject({
      data: { city: 'Bern' },
      http: { status: 200, headers: { 'x-tea': 'green' }, data: { list: [1, 2] } },
    });
  });

  it.each([
    ['json', '{"a": 1}', 'application/json', '{"a":1}'],
    ['json', '{\\_a\\_: 1}', undefined, undefined],
    ['raw', 'as it is', 'text/plain;charset=UTF-8', 'as it is'],
    [
      'xWwwFormUrlencoded',
      [pair('a', '1'), pair('b', 'x y')],
      'application/x-www-form-urlencoded',
      'a=1&b=x+y',
    ],
  ])('sends a body: %s', async (bodyType, body, type, text) => {
    const sent = send({ method: 'POST', bodyType, body });
    if (text === undefined) {
      await expect(sent).rejects.toMatchObject({ code: 'NODE_FAILED', message: 'Body: is not valid JSON.' });
      return;
    }
    const { request } = await sent;
    expect(request?.headers['content-type']).toContain(type);
    expect(request?.body).toBe(text);
  });

  it('sends form data with a boundary of its own, whatever type the headers name', async () => {
    const { request } = await send({
      method: 'PUT',
      bodyType: 'formData',
      body: [pair('name', 'Ada')],
      headers: [pair('Content-Type', 'multipart/form-data')],
    });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(request?.body).toContain('name="name"\r\n\r\nAda');
  });

  it('reads the answer as JSON where it is JSON, as text, as bytes or in base64', async () => {
    expect((await send({ url: `${url}/text`, responseType: 'json' })).result?.output['data']).toBe('plain');
    const text = await send({ responseType: 'text' });
    expect(text.result?.output['data']).toBe('{"city":"Bern","list":[1,2]}');
    const bytes = await send({ url: `${url}/bytes`, responseType: 'arraybuffer' });
    expect(bytes.result?.output['data']).toEqual({ type: 'Buffer', data: [1, 2, 255] });
    expect((await send({ url: `${url}/bytes`, responseType: 'base64' })).result?.content).toBe('AQL/');
  });

  it('signs in with user and password, with a token, or with a header of its own, none of it in the trace', async () => {
    const basic = await send({}, { basicAuthUsername: 'ada', basicAuthPassword: 'tea' });
    expect(basic.request?.headers.authorization).toBe('Basic YWRhOnRlYQ==');
    expect((await send({}, { token: 'secret' })).request?.headers.authorization).toBe('Bearer secret');
    const own = await send({}, { key: 'X-Key', value: 'secret' });
    expect(own.request?.headers['x-key']).toBe('secret');
    expect(JSON.stringify(own.context.events)).not.toContain('secret');
  });

  it('sends the same key with what it sends again, so that a server can tell, unless it has one of its own', async () => {
    const post = { method: 'POST', bodyType: 'raw', body: 'x' };
    const [first, again] = [await send(post), await send(post)];
    const key = first.request?.headers['idempotency-key'];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(again.request?.headers['idempotency-key']).toBe(key);
    const own = await send({ ...post, headers: [pair('Idempotency-Key', 'mine')] });
    expect(own.request?.headers['idempotency-key']).toBe('mine');
    expect((await send({})).request?.headers).not.toHaveProperty('idempotency-key');
  });

  it('fails with the status and the reason that the server gives', async () => {
    await expect(send({ url: `${url}/broken` })).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringMatching(/503.*No tea left/),
    });
  });

  it('refuses an address that is none', async () => {
    await expect(send({ url: 'shop' })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: 'URL: "shop" is not a valid URL.',
    });
  });
});
