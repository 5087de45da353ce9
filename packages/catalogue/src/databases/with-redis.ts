import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { AbstractConnector as Connector } from 'ioredis';
import type { RedisPlace } from './redis-place.ts';

type NetStream = Awaited<ReturnType<Connector['connect']>>;
type Argument = string | number | Buffer;

export interface RedisSession {
  /** The answer to one command, texts as they are. */
  ask(command: string, ...args: Argument[]): Promise<unknown>;
  /** The same with texts as bytes. */
  askBytes(command: string, ...args: Argument[]): Promise<unknown>;
  /** Commands of which all are carried out or none. */
  together(commands: readonly (readonly [string, ...Argument[]])[]): Promise<void>;
}

const commandMs = 30_000;

/** What Redis says of a failed command or sign-in, in words without the password. */
function toRefusal(error: unknown, { password }: RedisPlace, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  if (error instanceof AppError) return error;
  const { name = '', message = '' } = error as { name?: string; message?: string };
  if (/^(WRONGPASS|NOAUTH)\b|invalid password|without any password configured/i.test(message))
    return new AppError('PROVIDER_UNAUTHORIZED', 'Redis rejected the user name and the password.');
  const words = password === '' ? message : message.replaceAll(password, '…');
  if (name === 'ReplyError') return new AppError('PROVIDER_REFUSED', `Redis rejected the request: ${words}`);
  return new AppError('PROVIDER_UNAVAILABLE', `Redis could not answer: ${words}`);
}

async function openClient(stream: NetStream, { user, password, database }: RedisPlace) {
  const { AbstractConnector, Redis } = await import('ioredis');
  class GivenStream extends AbstractConnector {
    constructor() {
      super(1000);
    }

    async connect(): Promise<NetStream> {
      this.connecting = true;
      this.stream = stream;
      return stream;
    }
  }
  const client = new Redis({
    Connector: GivenStream,
    lazyConnect: true,
    // Servers of every age speak it.
    protocol: 2,
    ...(user !== '' && { username: user }),
    ...(password !== '' && { password }),
    db: database,
    // A lost connection is not opened again: the next question gets one of its own.
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    // They need rights that a user may not have.
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  // Reported by the command that fails; the reason of a failed sign-in is reported here only.
  let reason: unknown;
  client.on('error', (error) => {
    reason ??= error;
  });
  await client.connect().catch((error: unknown) => {
    throw reason ?? error;
  });
  return client;
}

/**
 * Works with a Redis server over a connection of the egress client, which is closed afterwards. Throws the errors of
 * `OpenStream`, PROVIDER_UNAUTHORIZED, PROVIDER_REFUSED or PROVIDER_UNAVAILABLE in words.
 */
export async function withRedis<T>(
  place: RedisPlace,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
  work: (session: RedisSession) => Promise<T>,
): Promise<T> {
  if (!services.openStream) throw new AppError('NODE_FAILED', 'Databases cannot be reached from here.');
  const { host, port, password, isEncrypted } = place;
  const stream = await services.openStream({ host, port, secrets: [password], isEncrypted, signal });
  try {
    const client = await openClient(stream as unknown as NetStream, place);
    return await work({
      ask: (command, ...args) => client.call(command, ...args),
      askBytes: (command, ...args) => client.callBuffer(command, ...args),
      async together(commands) {
        const results = await client.multi(commands.map((command) => ['call', ...command])).exec();
        const failed = results?.find(([error]) => error)?.[0];
        if (failed) throw failed;
      },
    });
  } catch (error) {
    throw toRefusal(error, place, signal);
  } finally {
    stream.destroy();
  }
}
