import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '@tendril/contract/api/endpoint';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { callStream } from './call-stream.ts';

const count = endpoint({
  method: 'POST',
  path: '/api/agent-studio/v1/count/:id',
  auth: 'session',
  permits: 'member',
  summary: 'Counts.',
  tag: 'Test',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ to: z.number() }),
  events: z.object({ type: z.literal('count'), value: z.number() }),
});

let server: Server;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/canvas`,
  );
  localStorage.clear();
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const frame = (id: number, data: unknown) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const options = { params: { id: 'a/b' }, body: { to: 2 } };

async function take(stream: AsyncIterable<{ value: number }>): Promise<number[]> {
  const values: number[] = [];
  for await (const event of stream) values.push(event.value);
  return values;
}

it('yields the events of the contract, reports their ids and leaves unknown events out', async () => {
  const ids: string[] = [];
  handle = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frame(1, { type: 'count', value: 1 }));
    response.write(frame(2, { type: 'news', value: 9 }));
    response.end(`event: other\ndata: no json\n\n${frame(3, { type: 'count', value: 2 })}`);
  };
  expect(await take(callStream(count, { ...options, onEventId: (id) => ids.push(id) }))).toEqual([1, 2]);
  expect(ids).toEqual(['1', '2', '2', '3']);
});

it('asks for the events after the last one it saw', async () => {
  const asked: unknown[] = [];
  handle = (request, response) => {
    asked.push([request.url, request.headers.accept, request.headers['last-event-id']]);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
  };
  await take(callStream(count, { ...options, lastEventId: '41' }));
  expect(asked).toEqual([['/api/agent-studio/v1/count/a%2Fb', 'text/event-stream', '41']]);
});

it('AUTH-06: a stream that is refused with 401 starts after one refresh', async () => {
  localStorage.setItem('user', '{"name":"n","email":"e"}');
  const paths: string[] = [];
  handle = (request, response) => {
    paths.push(request.url ?? '');
    if (request.url?.endsWith('refresh-token')) return response.writeHead(200).end('{}');
    if (paths.length === 1) return response.writeHead(401).end('{"code":"UNAUTHORIZED","message":"m"}');
    return response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(frame(1, { type: 'count', value: 7 }));
  };
  expect(await take(callStream(count, options))).toEqual([7]);
  expect(paths).toHaveLength(3);
});

it('throws what the server refused', async () => {
  handle = (_request, response) =>
    response.writeHead(422).end('{"code":"FLOW_INVALID","message":"No ending node."}');
  await expect(take(callStream(count, options))).rejects.toMatchObject({ code: 'FLOW_INVALID' });
});

it('closes the connection when the reader leaves', async () => {
  const closed = new Promise<void>((resolve) => {
    handle = (_request, response) => {
      response.on('close', resolve);
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(frame(1, { type: 'count', value: 1 }));
    };
  });
  for await (const event of callStream(count, options)) {
    expect(event.value).toBe(1);
    break;
  }
  await closed;
});
