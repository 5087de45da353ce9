import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from './egress.ts';

const routes: Record<string, (response: ServerResponse) => void> = {
  '/json': (response) =>
    void response.writeHead(200, 'Fine', { 'content-type': 'application/json' }).end('{"a":1}'),
  '/marked': (response) => void response.end('\ufeffäé'),
  '/cookies': (response) => void response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end(),
  '/empty': (response) => void response.writeHead(204).end(),
  '/missing': (response) => void response.writeHead(404).end('no'),
  '/form': (response) =>
    void response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end('a=1&b=2'),
  '/packed': (response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('ab'.repeat(1000))),
  '/broken-pack': (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('part');
    setImmediate(() => response.socket?.destroy());
  },
};

let server: Server;
let base: string;
let egress: Egress;
const pouredBytes = 16 * 1024 * 1024;

/** Writes as fast as the reader takes it. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024);
  let left = pouredBytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

beforeAll(async () => {
  server = createServer((request, response) => (routes[request.url ?? ''] ?? pour)(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress({ egressAllow: [new URL(base).host] });
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  server.close();
});

const get = (path: string, init?: RequestInit) => egress.fetch(`${base}${path}`, init);

describe('an answer', () => {
  it.each(Object.keys(routes).filter((path) => !['/cut', '/broken-pack'].includes(path)))(
    'looks like the one of the standard fetch: %s',
    async (path) => {
      const describeAnswer = async (response: Response) => ({
        status: response.status,
        ok: response.ok,
        statusText: response.statusText,
        url: response.url,
        redirected: response.redirected,
        cookies: response.headers.getSetCookie(),
        type: response.headers.get('content-type'),
        hasBody: response.body !== null,
        before: response.bodyUsed,
        text: await response.text(),
        after: response.bodyUsed,
        isLocked: response.body?.locked,
      });
      expect(await describeAnswer(await get(path))).toEqual(
        await describeAnswer(await fetch(`${base}${path}`)),
      );
    },
  );

  it('is read as JSON, text, bytes, a buffer, a blob and a form', async () => {
    expect(await (await get('/json')).json()).toEqual({ a: 1 });
    expect(await (await get('/json')).text()).toBe('{"a":1}');
    expect(Buffer.from(await (await get('/json')).bytes()).toString()).toBe('{"a":1}');
    const buffer = await (await get('/json')).arrayBuffer();
    expect([buffer.byteLength, Buffer.from(buffer).toString()]).toEqual([7, '{"a":1}']);
    expect(await (await (await get('/json')).blob()).text()).toBe('{"a":1}');
    expect([...(await (await get('/form')).formData())]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('is read once, and whole also after somebody only looked at its stream', async () => {
    const looked = await get('/json');
    expect(looked.body?.locked).toBe(false);
    expect(looked.bodyUsed).toBe(false);
    expect(await looked.text()).toBe('{"a":1}');
    expect(looked.bodyUsed).toBe(true);
    for (const answer of [looked, await get('/json')]) {
      await answer.text().catch(() => {});
      await expect(answer.json()).rejects.toThrow(TypeError);
      expect(answer.body?.locked).toBe(true);
    }
    const held = await get('/json');
    held.body?.getReader();
    await expect(held.text()).rejects.toThrow(TypeError);
  });

  it('can be cloned before it is read', async () => {
    const answer = await get('/json');
    const copy = answer.clone();
    expect([await answer.text(), await copy.text()]).toEqual(['{"a":1}', '{"a":1}']);
    expect(() => answer.clone()).toThrow(TypeError);
    expect((await get('/empty')).clone().status).toBe(204);
  });

  it('speaks of the unpacked body in its headers', async () => {
    const { headers } = await get('/packed');
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, null]);
  });

  it('says in the words of the standard fetch that the other side left in the middle', async () => {
    for (const read of [(one: Response) => one.text(), (one: Response) => one.body?.getReader().read()]) {
      const answer = await get('/cut');
      const reading = async () => {
        await read(answer);
        await answer.body?.pipeTo(new WritableStream());
      };
      await expect(reading()).rejects.toThrow(TypeError);
    }
    await expect((await get('/cut')).text()).rejects.toThrow('terminated');
    await expect((await get('/broken-pack')).text()).rejects.toThrow('incorrect header check');
  });

  it('of many pieces comes whole, read at once or as a stream', async () => {
    const limits = { maxBytes: pouredBytes };
    const atOnce = await egress.fetch(`${base}/pour`, {}, limits);
    expect((await atOnce.arrayBuffer()).byteLength).toBe(pouredBytes);
    let size = 0;
    for await (const piece of (await egress.fetch(`${base}/pour`, {}, limits)).body ?? [])
      size += piece.length;
    expect(size).toBe(pouredBytes);
  });

  it('fails with the reason of the signal, whether the head has come or not', async () => {
    const controller = new AbortController();
    const answer = await get('/pour', { signal: controller.signal });
    const reading = answer.text();
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect(get('/json', { signal: controller.signal })).rejects.toThrow('enough');
    // The pool of a fresh client is opened first: the signal fires before there is a request.
    const fresh = createEgress({ egressAllow: [new URL(base).host] });
    const early = new AbortController();
    const unsent = fresh.fetch(`${base}/json`, { signal: early.signal });
    early.abort(new Error('too early'));
    await expect(unsent).rejects.toThrow('too early');
    await fresh.close();
    const late = new AbortController();
    const asked = get('/json', { signal: late.signal });
    late.abort(new Error('at once'));
    await expect(asked).rejects.toThrow('at once');
  });
});
