import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ConnectionOptions } from 'mysql2/promise';
import type { CertificateSettings } from './certificate-settings.ts';

export interface MysqlPlace {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Encrypted; the certificate has to be that of the host unless configured otherwise. */
  ssl: boolean | CertificateSettings;
}

export interface MysqlSession {
  /** One statement that may read and nothing else: the server sees to that. Throws PROVIDER_REFUSED for any other. */
  readOnly(text: string): Promise<Record<string, unknown>[]>;
  /** One statement, with its values apart from it. */
  query(text: string, values?: readonly (string | number)[]): Promise<Record<string, unknown>[]>;
}

const statementMs = 60_000;
/** Some others change things in spite of a transaction that only reads, such as the settings of the server. */
const readingStatement = /^[\s(]*(select|with|show|explain|describe|desc|table|values)\b/i;
const writesFile = /\binto\s+(outfile|dumpfile)\b/i;

function checkReading(text: string): void {
  if (!readingStatement.test(text) || writesFile.test(text))
    throw new AppError('PROVIDER_REFUSED', 'Only a statement that reads is sent to MySQL.');
}

/** What MySQL says of a failed statement or sign-in, in words without the password. */
function toRefusal(error: unknown, { password }: MysqlPlace, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  if (error instanceof AppError) return error;
  const { sqlState = '', message = '' } = error as { sqlState?: string; message?: string };
  if (sqlState.startsWith('28'))
    return new AppError('PROVIDER_UNAUTHORIZED', 'MySQL rejected the user name and the password.');
  const words = password === '' ? message : message.replaceAll(password, '…');
  if (sqlState !== '' && !sqlState.startsWith('08'))
    return new AppError('PROVIDER_REFUSED', `MySQL rejected the request: ${words}`);
  return new AppError('PROVIDER_UNAVAILABLE', `MySQL could not answer: ${words}`);
}

function configOf({ ssl, ...place }: MysqlPlace, stream: unknown): ConnectionOptions {
  const certificate = ssl === true ? {} : ssl;
  const isChecked = certificate !== false && certificate.rejectUnauthorized !== false;
  return {
    ...place,
    stream,
    ...(certificate !== false && { ssl: { ...certificate, verifyIdentity: isChecked } }),
    // Parsers of rows are otherwise compiled from what the server sends.
    disableEval: true,
    // No server may ask for a file of this machine.
    flags: ['-LOCAL_FILES'],
    charset: 'utf8mb4',
    connectTimeout: 15_000,
  };
}

/**
 * Works with a MySQL or MariaDB database over a connection of the egress client, which is closed afterwards. Throws the
 * errors of `OpenStream`, PROVIDER_UNAUTHORIZED, PROVIDER_REFUSED or PROVIDER_UNAVAILABLE in words.
 */
export async function withMysql<T>(
  place: MysqlPlace,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
  work: (session: MysqlSession) => Promise<T>,
): Promise<T> {
  if (!services.openStream) throw new AppError('NODE_FAILED', 'Databases cannot be reached from here.');
  const { host, port, password } = place;
  const stream = await services.openStream({ host, port, secrets: [password], signal });
  try {
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection(configOf(place, stream));
    // Reported by the statement that fails.
    connection.on('error', () => {});
    const query = async (sql: string, values: readonly (string | number)[] = []) => {
      // Prepared by the server, so that no value becomes part of the statement, whatever the server's SQL mode; and so
      // that there is one statement only.
      const [rows] = await connection.execute({ sql, timeout: statementMs }, [...values]);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    };
    return await work({
      query,
      async readOnly(text) {
        checkReading(text);
        await connection.query('start transaction read only');
        try {
          return await query(text);
        } finally {
          await connection.query('rollback');
        }
      },
    });
  } catch (error) {
    throw toRefusal(error, place, signal);
  } finally {
    stream.destroy();
  }
}
