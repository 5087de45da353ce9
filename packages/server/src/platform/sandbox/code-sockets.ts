import { AppError } from '@tendril/contract/app-error';
import type { OpenStream } from '@tendril/contract/provider/outbound-stream';
import { encryptStream } from '../egress/encrypt-stream.ts';
import { findRecords } from '../egress/find-records.ts';
import { sandboxSocketQuestion } from './sandbox-message.ts';

type Socket = Parameters<typeof encryptStream>[0];

const mostConnections = 10;
/** What the code waits for ends with its own limits long before. */
const silenceMs = 10 * 60_000;
const maxBytes = 32 * 1024 * 1024;

interface Connection {
  socket: Socket;
  /** Ends the wait for bytes of what is no longer read here. */
  moved: PromiseWithResolvers<void>;
  error?: Error;
}

interface SocketAnswer {
  body: Uint8Array;
  [meta: string]: unknown;
}

const nothing = new Uint8Array();

function nextChange({ socket, moved }: Connection): Promise<void> {
  const changed = Promise.withResolvers<void>();
  const settle = () => changed.resolve();
  const events = ['readable', 'end', 'close', 'error'] as const;
  for (const event of events) socket.once(event, settle);
  return Promise.race([changed.promise, moved.promise]).finally(() => {
    for (const event of events) socket.off(event, settle);
  });
}

async function read(connection: Connection): Promise<SocketAnswer> {
  const { socket, moved } = connection;
  for (;;) {
    if (connection.moved !== moved) return { isMoved: true, body: nothing };
    const bytes: Buffer | null = socket.read();
    if (bytes) return { body: bytes };
    if (connection.error) throw connection.error;
    if (socket.readableEnded || socket.destroyed) return { isEnd: true, body: nothing };
    await nextChange(connection);
  }
}

function write({ socket }: Connection, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** The connections of one run of code: the drivers inside ask for each step, and all end with the run. */
export function createCodeSockets(openStream: OpenStream | undefined) {
  const connections = new Map<number, Connection>();
  const end = new AbortController();
  let last = 0;

  function hold(id: number, socket: Socket): void {
    const connection: Connection = { socket, moved: Promise.withResolvers<void>() };
    connections.set(id, connection);
    socket.on('error', (error) => {
      connection.error ??= error;
    });
  }

  async function open(host: string, port: number): Promise<SocketAnswer> {
    if (!openStream) throw new AppError('TOOL_FAILED', 'Databases cannot be reached from here.');
    if (connections.size >= mostConnections)
      throw new AppError('TOOL_FAILED', `Code may have ${mostConnections} connections at once.`);
    const stream = await openStream({ host, port, secrets: [], maxBytes, silenceMs, signal: end.signal });
    last += 1;
    hold(last, stream as unknown as Socket);
    return { connection: last, body: nothing };
  }

  function find(id: number): Connection {
    const connection = connections.get(id);
    if (!connection) throw new AppError('TOOL_FAILED', 'The connection is closed.');
    return connection;
  }

  async function take(id: number, step: 'read' | 'write' | 'end' | 'close', bytes: Uint8Array | undefined) {
    const connection = find(id);
    if (step === 'read') return read(connection);
    if (step === 'write') await write(connection, bytes ?? nothing);
    if (step === 'end') connection.socket.end();
    if (step === 'close') {
      connections.delete(id);
      connection.socket.destroy();
    }
    return { body: nothing };
  }

  return {
    async answer(question: string, bytes: Uint8Array | undefined): Promise<SocketAnswer> {
      const parsed = sandboxSocketQuestion.safeParse(JSON.parse(question));
      if (!parsed.success) throw new AppError('TOOL_FAILED', 'The connection is not valid.');
      const asked = parsed.data;
      switch (asked.step) {
        case 'open':
          return open(asked.host, asked.port);
        case 'records':
          if (!openStream) throw new AppError('TOOL_FAILED', 'Databases cannot be reached from here.');
          return { records: await findRecords(asked.kind, asked.name), body: nothing };
        case 'encrypt': {
          const before = find(asked.connection);
          const { moved } = before;
          before.moved = Promise.withResolvers();
          moved.resolve();
          // The last reader is gone when the certificate is asked for.
          await Promise.resolve();
          const unreachable = (what: string, cause?: unknown) =>
            new AppError('PROVIDER_UNAVAILABLE', `The database at ${asked.host} ${what}.`, { cause });
          hold(asked.connection, await encryptStream(before.socket, { ...asked, unreachable }));
          return { body: nothing };
        }
        default:
          return take(asked.connection, asked.step, bytes);
      }
    },

    close(): void {
      end.abort();
      for (const { socket } of connections.values()) socket.destroy();
      connections.clear();
    },
  };
}
