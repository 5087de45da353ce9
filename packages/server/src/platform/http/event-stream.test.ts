import { connect, type Socket } from 'node:net';
import { endpoint } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openEventStream, streamed } from './event-stream.ts';
import { serve } from './serve.ts';
import { serveStream } from './serve-stream.ts';

const common = { method: 'GET', auth: 'public', tag: 'Test', summary: 'A stream of the tests.' } as const;
const count = endpoint({
  ...common,
  path: '/api/test/count',
  query: z.object({ fail: z.enum(['before', 'after', 'unknown']).optional() }),
  events: z.object({ at: z.number() }),
});
const flood = endpoint({ ...common, path: '/api/test/flood' });
const stall = endpoint({ ...common, path: '/api/test/stall' });
const held = endpoint({ ...common, path: '/api/test/held', events: z.object({}) });
const either = endpoint({
  ...common,
  path: '/api/test/either',
  query: z.object({ stream: z.string().optional() }),
  response: z.object({ text: z.string() }),
});

let test: TestApp;
let base: string;
let flooded: (how: string) => void;
let release: () => void;
let stalled: () => void;
let isStalled = false;

beforeAll(async () => {
  test = await createTestApp();
  serveStream(test.app, count, async ({ query, open }) => {
    if (query.fail === 'before') throw new AppError('NOT_FOUND', 'No such run.');
    const stream = open();
    stream.send({ at: 1 }, 1);
    if (query.fail === 'after') throw new AppError('RUN_CANCELLED', 'Stopped.');
    if (query.fail === 'unknown') throw new Error('password table');
    stream.send({ at: 2 }, 2);
  });
  serve(test.app, flood, async ({ reply }) => {
    const stream = openEventStream(test.app.streams, reply);
    for (let at = 0; at < 2000 && stream.isOpen; at += 1) {
      stream.send('x'.repeat(20_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    flooded(stream.isOpen ? 'taken' : 'dropped');
    return stream.close();
  });
  serve(test.app, stall, async ({ reply, signal }) => {
    const stream = openEventStream(test.app.streams, reply);
    signal.addEventListener('abort', () => stalled());
    // Until the buffers of both sockets are full and something stays with us.
    for (let unread = 0; unread < 100_000; unread = reply.raw.writableLength) {
      stream.send('x'.repeat(20_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    isStalled = true;
    return streamed;
  });
  serveStream(test.app, held, async ({ open, signal }) => {
    const stream = open();
    stream.send({});
    await new Promise<void>((resolve) => {
      release = resolve;
      signal.addEventListener('abort', () => resolve());
    });
  });
  serve(test.app, either, ({ query, reply }) => {
    if (!query.stream) return { text: 'whole' };
    const stream = openEventStream(test.app.streams, reply, { drainFrame: '' });
    stream.write('message:\ndata:{"event":"token"}\n\n');
    return stream.close();
  });
  base = await test.listen();
});
afterAll(() => test.close());

function openRaw(path: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\n\r\n`);
      resolve(socket);
    });
  });
}

describe('an event stream', () => {
  it('sends numbered events, uncompressed and uncached', async () => {
    const answer = await fetch(`${base}${count.path}`, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(await answer.text()).toBe('id: 1\ndata: {"at":1}\n\nid: 2\ndata: {"at":2}\n\n');
  });

  it('ends the connection of a client that asked for its end', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const parts: Buffer[] = [];
      const socket = connect(Number(new URL(base).port), '127.0.0.1', () => {
        socket.write(`GET ${count.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      socket.on('data', (part) => parts.push(part));
      socket.on('close', () => resolve(Buffer.concat(parts).toString()));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('data: {"at":2}');
  });

  it('refuses like any route before it is opened', async () => {
    const answer = await fetch(`${base}${count.path}?fail=before`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends with an error event afterwards, and hides what nobody foresaw', async () => {
    expect(await (await fetch(`${base}${count.path}?fail=after`)).text()).toContain(
      'event: error\ndata: {"code":"RUN_CANCELLED","message":"Stopped."',
    );
    const unknown = await (await fetch(`${base}${count.path}?fail=unknown`)).text();
    expect(unknown).toContain('"code":"INTERNAL"');
    expect(unknown).not.toContain('password');
  });

  it('is one of two answers where a route decides by the request', async () => {
    expect(await (await fetch(`${base}${either.path}`)).json()).toEqual({ text: 'whole' });
    expect(await (await fetch(`${base}${either.path}?stream=1`)).text()).toBe(
      'message:\ndata:{"event":"token"}\n\n',
    );
  });

  it('drops a reader that leaves more than 1 MB unread, and not one that reads', async () => {
    const outcome = () =>
      new Promise<string>((resolve) => {
        flooded = resolve;
      });
    const dropped = outcome();
    const socket = await openRaw(flood.path);
    socket.pause();
    expect(await dropped).toBe('dropped');
    socket.destroy();

    const taken = outcome();
    const answer = await fetch(`${base}${flood.path}`);
    const [how] = await Promise.all([taken, answer.text().catch(() => '')]);
    expect(how).toBe('taken');
  });

  it('drops a reader that reads nothing for 60 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    const socket = await openRaw(stall.path);
    socket.pause();
    await vi.waitFor(() => expect(isStalled).toBe(true), { timeout: 10_000 });
    vi.advanceTimersByTime(59_000);
    expect(
      await Promise.race([
        ended.then(() => 'dropped'),
        new Promise((resolve) => setImmediate(() => resolve('open'))),
      ]),
    ).toBe('open');
    vi.advanceTimersByTime(2000);
    await ended;
    vi.useRealTimers();
    socket.destroy();
  });

  it('is notified when the server stops', async () => {
    const answer = await fetch(`${base}${held.path}`);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('data: {}\n\n');
    test.app.streams.announceDrain();
    expect((await reader.read()).value).toBe('event: server_draining\ndata: {}\n\n');
    release();
    expect((await reader.read()).done).toBe(true);
  });

  it('ends its handler when the reader goes', async () => {
    const controller = new AbortController();
    const answer = await fetch(`${base}${held.path}`, { signal: controller.signal });
    await answer.body!.getReader().read();
    const before = test.app.lifecycle.active;
    controller.abort();
    await vi.waitFor(() => expect(test.app.lifecycle.active).toBe(before - 1));
  });
});
