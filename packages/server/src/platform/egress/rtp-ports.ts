import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { AppError } from '@tendril/contract/app-error';

interface Sender {
  address: string;
  port: number;
}

/** Two ports for the sound of one call: packets, and the reports about them. */
export interface RtpPortPair {
  readonly port: number;
  send(packet: Uint8Array, to: Sender, channel: 'rtp' | 'rtcp'): void;
  close(): void;
}

interface PairEvents {
  onPacket(packet: Uint8Array, from: Sender): void;
  onReport(packet: Uint8Array, from: Sender): void;
}

/**
 * Ports in a range, two for each call: taken in turn, and from anywhere on, so that what is still on its way to an old
 * call reaches nobody. Calls that were lost with a process are sent to for a while.
 */
export class RtpPorts {
  readonly #host: string;
  readonly #first: number;
  readonly #count: number;
  readonly #taken = new Set<number>();
  #next: number;

  constructor(host: string, [first, last]: readonly [number, number]) {
    this.#host = host;
    this.#first = first + (first % 2);
    this.#count = Math.floor((last - this.#first + 1) / 2);
    this.#next = randomInt(Math.max(1, this.#count));
  }

  get open(): number {
    return this.#taken.size;
  }

  /** Throws LIMIT when every port is taken. */
  async take(events: PairEvents): Promise<RtpPortPair> {
    for (let tries = 0; tries < this.#count; tries += 1) {
      const port = this.#first + 2 * ((this.#next + tries) % this.#count);
      if (this.#taken.has(port)) continue;
      this.#taken.add(port);
      const sockets = await this.#bind(port);
      this.#next = (port - this.#first) / 2 + 1;
      if (sockets) return this.#pair(port, sockets, events);
      this.#taken.delete(port);
    }
    throw new AppError('PROVIDER_UNAVAILABLE', 'Every port for the sound of calls is taken.');
  }

  async #bind(port: number): Promise<[Socket, Socket] | undefined> {
    const packets = await bound(this.#host, port);
    if (!packets) return undefined;
    const reports = await bound(this.#host, port + 1);
    if (reports) return [packets, reports];
    packets.close();
    return undefined;
  }

  #pair(port: number, [packets, reports]: [Socket, Socket], { onPacket, onReport }: PairEvents): RtpPortPair {
    packets.on('message', (packet, { address, port: from }) => onPacket(packet, { address, port: from }));
    reports.on('message', (packet, { address, port: from }) => onReport(packet, { address, port: from }));
    let isOpen = true;
    return {
      port,
      send(packet, to, channel) {
        if (!isOpen || to.port < 1 || to.port > 65_535) return;
        // A packet that cannot be sent is one that is lost.
        (channel === 'rtp' ? packets : reports).send(packet, to.port, to.address, () => {});
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        packets.close();
        reports.close();
        this.#taken.delete(port);
      },
    };
  }
}

/** A socket on a port; undefined when somebody else has it. */
function bound(host: string, port: number): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: 131_072 });
  socket.once('error', () => {
    socket.close();
    resolve(undefined);
  });
  socket.bind(port, host, () => {
    socket.removeAllListeners('error');
    socket.on('error', () => {});
    resolve(socket);
  });
  return promise;
}
