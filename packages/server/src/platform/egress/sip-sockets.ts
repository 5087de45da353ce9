import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { connect as connectTcp, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { MessageStream } from '@tendril/sip/message/message-stream';
import { parseMessage } from '@tendril/sip/message/parse-message';
import type { SipMessage } from '@tendril/sip/message/sip-message';
import type { SipPeer } from '@tendril/sip/transaction/sip-peer';

export interface SipTls {
  port: number;
  cert: Buffer;
  key: Buffer;
}

interface SipSocketParts {
  host: string;
  port: number;
  /** Under which carriers reach us, where it is not an address of this machine. */
  publicAddress: string | undefined;
  /** Where encrypted connections arrive, and the certificate that they are shown. */
  tls?: SipTls | undefined;
  onMessage(message: SipMessage, peer: SipPeer): void;
  /** What was sent to a peer has not arrived. */
  onFailed(peer: SipPeer): void;
}

/** What carries the messages of SIP: one UDP socket, and connections. */
export interface SipSockets {
  send(peer: SipPeer, bytes: Uint8Array): void;
  /** The address and port under which a peer reaches us. */
  addressFor(peer: SipPeer): { host: string; port: number };
  close(): Promise<void>;
}

const mostConnections = 256;
const mostPerAddress = 16;
const idleMs = 20 * 60_000;
/** Who connects and says nothing is not waited for. */
const firstMessageMs = 10_000;
const connectMs = 8000;
const maxUnsentBytes = 1024 * 1024;
const pong = Buffer.from('\r\n');

/** Opens the port of SIP. Rejects when somebody else has it. */
export async function openSipSockets(parts: SipSocketParts): Promise<SipSockets> {
  const datagrams = await openDatagrams(parts);
  const connections = new SipConnections(parts);
  const servers: Server[] = [];
  try {
    const plain = createServer((socket) => connections.accept('tcp', socket));
    servers.push(await listen(plain, parts.port, parts.host));
    if (parts.tls) servers.push(await openEncrypted(parts.tls, parts.host, connections));
  } catch (error) {
    datagrams.close();
    for (const server of servers) server.close();
    throw error;
  }
  return {
    send(peer, bytes) {
      // Where a response goes a caller may have written.
      if (!isPort(peer.port)) return;
      if (peer.transport !== 'udp') connections.send(peer, bytes);
      else datagrams.send(bytes, peer.port, peer.address, (error) => error && parts.onFailed(peer));
    },
    addressFor: (peer) => ({
      host: parts.publicAddress ?? ownAddress(parts.host, peer.address),
      port: (peer.transport === 'tls' && parts.tls?.port) || parts.port,
    }),
    async close() {
      connections.close();
      const closed = Promise.withResolvers<void>();
      datagrams.close(() => closed.resolve());
      const ends = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      await Promise.all([closed.promise, ...ends]);
    },
  };
}

function openDatagrams({ host, port, onMessage }: SipSocketParts): Promise<DatagramSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<DatagramSocket>();
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  socket.on('message', (bytes, from) => {
    const message = parseMessage(bytes);
    if (message) onMessage(message, { transport: 'udp', address: from.address, port: from.port });
  });
  socket.once('error', (error) => {
    socket.close();
    reject(error);
  });
  socket.bind(port, host, () => {
    socket.removeAllListeners('error');
    // An address that cannot be reached is no fault of the socket.
    socket.on('error', () => {});
    resolve(socket);
  });
  return promise;
}

function openEncrypted(
  { port, cert, key }: SipTls,
  host: string,
  connections: SipConnections,
): Promise<Server> {
  const options = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: firstMessageMs } as const;
  const server = createTlsServer(options, (socket) => connections.accept('tls', socket));
  // Who speaks something else is no fault of the server.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return listen(server, port, host);
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  server.maxConnections = mostConnections;
  server.once('error', reject);
  server.listen(port, host, () => resolve(server));
  return promise;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536;
}

/** The address of this machine that a peer sees. */
function ownAddress(host: string, peer: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  if (peer.startsWith('127.')) return '127.0.0.1';
  const family = isIPv6(peer) ? 'IPv6' : 'IPv4';
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = all.filter((one) => one.family === family && !one.internal);
  return outside[0]?.address ?? '127.0.0.1';
}

const keyOf = ({ transport, address, port }: SipPeer) => `${transport} ${address} ${port}`;

/** Connections to and from peers; each is kept while it is used. */
class SipConnections {
  readonly #parts: SipSocketParts;
  readonly #open = new Map<string, Socket>();

  constructor(parts: SipSocketParts) {
    this.#parts = parts;
  }

  accept(transport: 'tcp' | 'tls', socket: Socket): void {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    const peer: SipPeer = { transport, address, port: socket.remotePort ?? 0 };
    const others = [...this.#open.keys()].filter((key) => key.split(' ')[1] === address).length;
    if (address === '' || others >= mostPerAddress) socket.destroy();
    else this.#keep(peer, socket, firstMessageMs);
  }

  send(peer: SipPeer, bytes: Uint8Array): void {
    const socket = this.#open.get(keyOf(peer)) ?? this.#connect(peer);
    // A peer that does not read is not waited for.
    if (socket.writableLength > maxUnsentBytes) socket.destroy();
    else socket.write(bytes);
  }

  close(): void {
    for (const socket of this.#open.values()) socket.destroySoon();
    this.#open.clear();
  }

  #connect(peer: SipPeer): Socket {
    const { address: host, port, name } = peer;
    const socket =
      peer.transport === 'tls'
        ? connectTls({ host, port, servername: name ?? '', ALPNProtocols: ['sip'] })
        : connectTcp({ host, port });
    this.#keep(peer, socket, connectMs);
    return socket;
  }

  #keep(peer: SipPeer, socket: Socket, firstMs: number): void {
    const key = keyOf(peer);
    this.#open.set(key, socket);
    socket.setNoDelay(true);
    socket.setTimeout(firstMs, () => socket.destroy());
    const stream = new MessageStream({
      onMessage: (message) => {
        socket.setTimeout(idleMs);
        this.#parts.onMessage(message, peer);
      },
      onPing: () => socket.write(pong),
      onBroken: () => socket.destroy(),
    });
    socket.on('data', (chunk) => stream.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      if (this.#open.get(key) === socket) this.#open.delete(key);
      this.#parts.onFailed(peer);
    });
  }
}
