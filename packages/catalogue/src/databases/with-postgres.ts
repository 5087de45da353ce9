import type { Duplex } from 'node:stream';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ClientConfig } from 'pg';
import type { CertificateSettings } from './certificate-settings.ts';

export interface PostgresPlace {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Encrypted; the certificate has to be that of the host unless set otherwise. */
  ssl?: boolean | CertificateSettings | undefined;
}

export interface PostgresSession {
  /** One statement that may read and nothing else: the server sees to that. */
  readOnly(text: string): Promise<Record<string, unknown>[]>;
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

const statementMs = 60_000;

/** What PostgreSQL says of a failed statement or sign-in, in words without the password. */
function toRefusal(error: unknown, { password }: PostgresPlace, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^28/.test(code))
    return new AppError('PROVIDER_UNAUTHORIZED', 'PostgreSQL rejected the user name and the password.');
  const words = password === '' ? message : message.replaceAll(password, '…');
  const isRefusal = /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57)/.test(code);
  if (isRefusal) return new AppError('PROVIDER_REFUSED', `PostgreSQL rejected the request: ${words}`);
  return new AppError('PROVIDER_UNAVAILABLE', `PostgreSQL could not answer: ${words}`);
}

function configOf(place: PostgresPlace, socket: Duplex): ClientConfig {
  const { host, port, database, user, password, ssl = false } = place;
  // The driver asks its stream to connect; this one is connected already.
  const stream = Object.assign(socket, {
    connect() {
      queueMicrotask(() => socket.emit('connect'));
      return socket;
    },
  });
  const certificate = ssl === true ? {} : ssl;
  return {
    host,
    port,
    database,
    user,
    password,
    stream: () => stream,
    // Nothing is taken from the environment of the server: what is not named here would be.
    ssl: certificate === false ? false : { ...certificate, servername: host },
    application_name: 'tendril',
    options: '',
    statement_timeout: statementMs,
    query_timeout: statementMs + 5000,
    connectionTimeoutMillis: 15_000,
  };
}

/**
 * Works with a PostgreSQL database over a connection of the egress client, which is closed afterwards. Throws the errors
 * of `OpenStream`, PROVIDER_UNAUTHORIZED, PROVIDER_REFUSED or PROVIDER_UNAVAILABLE in words.
 */
export async function withPostgres<T>(
  place: PostgresPlace,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
  work: (session: PostgresSession) => Promise<T>,
): Promise<T> {
  if (!services.openStream) throw new AppError('NODE_FAILED', 'Databases cannot be reached from here.');
  const { host, port, password } = place;
  const stream = await services.openStream({ host, port, secrets: [password], signal });
  try {
    const { default: pg } = await import('pg');
    const client = new pg.Client(configOf(place, stream as unknown as Duplex));
    // Reported by the statement that fails.
    client.on('error', () => {});
    try {
      await client.connect();
      return await work({
        async readOnly(text) {
          await client.query('begin read only');
          try {
            // With values the server takes a single statement, so that none can end the transaction.
            const query = { text, values: [], queryMode: 'extended' };
            return (await client.query<Record<string, unknown>>(query)).rows;
          } finally {
            await client.query('rollback');
          }
        },
        query: async (text, values = []) =>
          (await client.query<Record<string, unknown>>(text, [...values])).rows,
      });
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw toRefusal(error, place, signal);
  } finally {
    stream.destroy();
  }
}
