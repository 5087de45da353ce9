import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { SocketLine } from './socket-line.ts';

describe('ATK-155: the line of a call whose client', () => {
  let server: Server;
  let sockets: WebSocketServer;
  let line: SocketLine;
  let client: Socket;
  let isClosed = () => false;
  let unsent = () => 0;

  /** A client that speaks the beginning of the protocol, and then only what the test says. */
  async function open(channel: 'audio' | 'text'): Promise<void> {
    const opened = new Promise<void>((resolve) => {
      sockets.once('connection', (socket) => {
        unsent = () => socket.bufferedAmount;
        isClosed = () => socket.readyState === socket.CLOSED;
        line = new SocketLine(socket, channel, { onCommand: () => {}, onClosed: () => {}, onLost: () => {} });
        resolve();
      });
    });
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {});
    const key = randomBytes(16).toString('base64');
    client.write(
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    );
    await opened;
  }
  beforeEach(async () => {
    server = createServer();
    sockets = new WebSocketServer({ server, autoPong: false });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    vi.useRealTimers();
    line.end();
    client.destroy();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    server.close();
  });

  it('reads nothing is closed before a megabyte and a half waits for it', async () => {
    await open('audio');
    client.pause();
    const samples = new Int16Array(16_000);
    let most = 0;
    for (let sent = 0; sent < 5000 && !isClosed(); sent += 1) {
      line.transport?.play({ format: { sampleRate: 16_000 }, samples });
      line.notify({ type: 'clear' });
      most = Math.max(most, unsent());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isClosed()).toBe(true);
    expect(most).toBeLessThan(1_500_000);
  });

  it.each([
    ['says nothing, not even that it is there,', () => client.resume()],
    // No FIN comes from a machine that is gone: its end stays open, and nothing reads there.
    ['is gone without a word', () => client.pause()],
  ])('%s is closed after 60 seconds', async (_name, behave) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await open('text');
    behave();
    vi.advanceTimersByTime(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed()).toBe(false);
    vi.advanceTimersByTime(20_001);
    await vi.waitFor(() => expect(isClosed()).toBe(true));
  });

  it('answers is left open, however long it says nothing else', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await open('text');
    for (let beat = 0; beat < 12; beat += 1) {
      const pinged = new Promise((resolve) => client.once('data', resolve));
      vi.advanceTimersByTime(20_000);
      await pinged;
      const heard = new Promise((resolve) => [...sockets.clients][0]?.once('pong', resolve));
      client.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
      await heard;
    }
    expect(isClosed()).toBe(false);
  });
});
