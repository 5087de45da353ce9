import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { StreamRelay } from '@tendril/contract/provider/outbound-relay';
import type { Db, MongoClient } from 'mongodb';
import type { MongoAddress } from './mongo-address.ts';

const openMs = 10_000;
const commandMs = 60_000;
const unauthorized = new Set([18, 8000]);

/** What MongoDB says of a failed command or sign-in, in words without the password. */
function toRefusal(error: unknown, { password }: MongoAddress, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  if (error instanceof AppError) return error;
  const { name = '', code, message = '' } = error as { name?: string; code?: unknown; message?: string };
  if (unauthorized.has(Number(code)))
    return new AppError('PROVIDER_UNAUTHORIZED', 'MongoDB rejected the user name and the password.');
  const words = password === '' ? message : message.replaceAll(password, '…');
  if (/^Mongo(Bulk)?(Server|Write)(Concern)?Error$/.test(name))
    return new AppError('PROVIDER_REFUSED', `MongoDB rejected the request: ${words}`);
  return new AppError('PROVIDER_UNAVAILABLE', `MongoDB could not answer: ${words}`);
}

/**
 * The driver learns the servers of a cluster from the first one and dials each by itself; it takes no connection from
 * elsewhere. So it dials through a relay, which checks every address as for a connection of ours.
 */
async function openClient({ url }: MongoAddress, relay: StreamRelay): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  return new MongoClient(url, {
    proxyHost: relay.host,
    proxyPort: relay.port,
    proxyUsername: relay.user,
    proxyPassword: relay.password,
    connectTimeoutMS: openMs,
    serverSelectionTimeoutMS: openMs,
    socketTimeoutMS: commandMs,
    serverMonitoringMode: 'poll',
    maxPoolSize: 2,
  });
}

/**
 * Works with a database of a MongoDB over connections of the egress client, which are closed afterwards. Throws the
 * errors of `OpenStream`, PROVIDER_UNAUTHORIZED, PROVIDER_REFUSED or PROVIDER_UNAVAILABLE in words.
 */
export async function withMongo<T>(
  place: MongoAddress & { database: string },
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
  work: (database: Db) => Promise<T>,
): Promise<T> {
  if (!services.openRelay) throw new AppError('NODE_FAILED', 'Databases cannot be reached from here.');
  const relay = await services.openRelay({ secrets: place.password === '' ? [] : [place.password], signal });
  let client: MongoClient | undefined;
  try {
    client = await openClient(place, relay);
    const working = work(client.db(place.database));
    // Not waited for where an address is refused.
    working.catch(() => {});
    const result = await Promise.race([working, relay.refused]);
    // Tells the server that the session is over.
    await Promise.race([client.close(), relay.refused]);
    return result;
  } catch (error) {
    throw toRefusal(error, place, signal);
  } finally {
    relay.close();
    await client?.close().catch(() => {});
  }
}
