import type { Agent, Dispatcher } from 'undici';
import type { WebSocket as InternalSocket } from 'ws';

const connectMs = 2000;
const firstByteMs = 60_000;
/** Streams send something every fifteen seconds. */
const silenceMs = 45_000;

interface InternalExchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Keep-alive connections to the other processes of the installation; no flow can reach it. */
interface InternalAgent {
  request(origin: string, exchange: InternalExchange): Promise<Dispatcher.ResponseData>;
  /** Paused, so that nothing is lost until somebody listens; undefined where it is not opened. */
  openSocket(
    origin: string,
    path: string,
    headers: Record<string, string>,
  ): Promise<InternalSocket | undefined>;
  close(): Promise<void>;
}

/** Connects on first use: most installations have one process. */
export function createInternalAgent(): InternalAgent {
  let opened: Promise<Agent> | undefined;
  const open = async () => {
    const { Agent } = await import('undici');
    return new Agent({
      connect: { timeout: connectMs },
      keepAliveTimeout: 30_000,
      headersTimeout: firstByteMs,
      bodyTimeout: silenceMs,
    });
  };
  return {
    async request(origin, { signal, ...exchange }) {
      opened ??= open();
      return (await opened).request({ origin, ...exchange, ...(signal && { signal }) });
    },
    async openSocket(origin, path, headers) {
      const { WebSocket } = await import('ws');
      const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, {
        ...{ headers, handshakeTimeout: connectMs, perMessageDeflate: false, autoPong: false },
      });
      return new Promise((resolve) => {
        socket.on('error', () => resolve(undefined));
        socket.once('open', () => {
          socket.pause();
          resolve(socket);
        });
      });
    },
    close: async () => (await opened)?.destroy(),
  };
}
