import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { AppError } from '@tendril/contract/app-error';
import type { OpenRelay } from '@tendril/contract/provider/outbound-relay';
import type { OpenStream, StreamRequest } from '@tendril/contract/provider/outbound-stream';
import { SocksHandshake } from './socks-handshake.ts';

/** A driver opens a few for each server of a cluster. */
const mostConnections = 40;
const handshakeMs = 10_000;

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Why a driver may not have a connection; it would keep trying and report a time-out to its caller. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && ['EGRESS_DENIED', 'CREDENTIAL_HOST', 'TOO_LARGE'].includes(error.code);
}

function join(socket: Socket, stream: Socket): void {
  socket.once('close', () => stream.destroy());
  stream.once('close', () => socket.destroy());
  socket.pipe(stream).pipe(socket);
}

/**
 * Opens a SOCKS5 proxy on loopback whose connections are those of `open`. Other programs of this machine can reach its
 * port, so it asks for a user and a password that are made for it alone.
 */
export async function openRelay(
  open: OpenStream,
  { signal, ...request }: Parameters<OpenRelay>[0],
): ReturnType<OpenRelay> {
  signal?.throwIfAborted();
  const [user, password] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const sockets = new Set<Socket>();
  const refused = Promise.withResolvers<never>();
  // A rejection that is not awaited must not end the process.
  refused.promise.catch(() => {});

  async function serve(socket: Socket): Promise<void> {
    const handshake = new SocksHandshake(socket);
    const timer = setTimeout(() => socket.destroy(), handshakeMs);
    try {
      const isKnown = (name: Buffer, secret: Buffer) =>
        isSame(name, Buffer.from(user)) && isSame(secret, Buffer.from(password));
      const target = await handshake.readTarget(isKnown);
      const stream = await openTo(target);
      sockets.add(stream);
      stream.once('close', () => sockets.delete(stream));
      stream.on('error', (error) => isRefusal(error) && refused.reject(error));
      handshake.accept();
      join(socket, stream);
    } catch (error) {
      if (isRefusal(error)) refused.reject(error);
      handshake.refuse(isRefusal(error));
    } finally {
      clearTimeout(timer);
    }
  }

  const openTo = async (target: Pick<StreamRequest, 'host' | 'port'>) =>
    (await open({ ...request, ...target, ...(signal && { signal }) })) as unknown as Socket;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket);
  });
  server.maxConnections = mostConnections;
  const close = () => {
    signal?.removeEventListener('abort', abort);
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const abort = () => {
    refused.reject(signal?.reason);
    close();
  };
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  signal?.addEventListener('abort', abort, { once: true });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, user, password, refused: refused.promise, close };
}
