import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCertificate } from '../../testing/test-certificate.data.ts';
import { createEgress, type Egress } from './egress.ts';

const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`;
const limits = { maxBytes: 1_000_000, timeoutMs: 3000 };

describe('ATK-098: a server whose answer is an attack', () => {
  let server: Server;
  let egress: Egress;
  let url: string;
  let answer: (socket: Socket) => void;
  const open = new Set<Socket>();

  function listen(made: Server): Promise<void> {
    server = made;
    return new Promise((resolve) => made.listen(0, '127.0.0.1', resolve));
  }
  const take = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    socket.once('data', () => answer(socket));
  };
  function start(scheme = 'http', host = '127.0.0.1'): void {
    const { port } = server.address() as AddressInfo;
    url = `${scheme}://${host}:${port}/`;
    egress = createEgress({ egressAllow: [`${host}:${port}`] });
  }
  beforeEach(async () => {
    await listen(createServer(take));
    start();
  });
  afterEach(async () => {
    await egress.close();
    for (const socket of open) socket.destroy();
    server.close();
  });

  const read = async () => (await egress.fetch(url, {}, limits)).text();
  /** The other side sees its socket end: nothing is kept open for it. */
  const isFreed = () => expect.poll(() => open.size).toBe(0);

  it('an answer without an end, however fast, is cut at the limit', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    answer = (socket) => {
      socket.write(head('content-type: text/plain'));
      const more = () => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
        sent += piece.length;
      };
      socket.on('drain', more);
      more();
    };
    await expect(read()).rejects.toThrow(/more than|too large|larger/i);
    await isFreed();
    // What was on its way in buffers; not the 10 GB that it would have sent.
    expect(sent).toBeLessThan(50_000_000);
  });

  it('an answer that drips a byte at a time for ever ends with the time it may take', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (socket) => {
      socket.write(head('content-type: text/plain'));
      timer = setInterval(() => socket.write('x'), 50);
      socket.once('close', () => clearInterval(timer));
    };
    await expect(read()).rejects.toThrow();
    await isFreed();
  });

  it('a small packed answer that unpacks to very much is cut while it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    answer = (socket) => {
      socket.write(head('content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.write(bomb);
    };
    const before = process.memoryUsage().arrayBuffers;
    await expect(read()).rejects.toThrow(/more than|too large|larger/i);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  it('100,000 headers are refused, and one that is megabytes long', async () => {
    for (const lines of [
      Array.from({ length: 100_000 }, (_, index) => `x-${index}: ${index}`),
      [`x-long: ${'y'.repeat(5_000_000)}`],
    ]) {
      answer = (socket) => socket.end(`${head(...lines)}body`);
      await expect(read()).rejects.toThrow();
      await isFreed();
    }
  });

  it('a length that is not true: less is a failure, and more is no part of the next answer', async () => {
    answer = (socket) => socket.end(`${head('content-length: 1000')}short`);
    await expect(read()).rejects.toThrow();
    answer = (socket) =>
      socket.write(`${head('content-length: 2')}okHTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`);
    expect(await read()).toBe('ok');
    answer = (socket) => socket.end(`${head('content-length: 4')}true`);
    expect(await read()).toBe('true');
  });

  it('a length said twice, differently, or beside chunks is refused', async () => {
    for (const lines of [
      ['content-length: 2', 'content-length: 9'],
      ['content-length: -1'],
      ['content-length: 3', 'transfer-encoding: chunked'],
    ]) {
      answer = (socket) => socket.end(`${head(...lines)}2\r\nok\r\n0\r\n\r\n`);
      await expect(read()).rejects.toThrow();
      await isFreed();
    }
  });

  it('a connection that is closed on one side only, after the head, ends in time', async () => {
    answer = (socket) => socket.write(head('content-length: 10'));
    await expect(read()).rejects.toThrow();
    await isFreed();
  });

  it('a certificate that signs itself, or is of another name, gets no request', async () => {
    server.close();
    let heard = 0;
    await listen(
      createTlsServer(testCertificate, (socket) => {
        open.add(socket);
        socket.on('error', () => {});
        socket.once('close', () => open.delete(socket));
        socket.once('data', () => {
          heard += 1;
          socket.end(`${head('content-length: 2')}ok`);
        });
      }),
    );
    for (const host of ['localhost', '127.0.0.1']) {
      await egress.close();
      start('https', host);
      await expect(read()).rejects.toThrow(/fetch failed/);
    }
    expect(heard).toBe(0);
  });
});
