import type { RunContext } from '@tendril/contract/node/run-context';
import { asRecord } from '../tools/as-record.ts';
import { readSecret } from '../tools/read-secret.ts';
import type { PostgresPlace } from './with-postgres.ts';

interface PostgresForm {
  host: string;
  database: string;
  port?: number | undefined;
  ssl?: boolean | undefined;
  additionalConfig?: unknown;
}

const usualPort = 5432;

/** Where a node's form and its secret say that a database is. Of the further settings, those of the certificate count. */
export async function postgresPlace(
  { host, database, port = usualPort, ssl, additionalConfig }: PostgresForm,
  context: RunContext,
): Promise<PostgresPlace> {
  const further = asRecord(additionalConfig)['ssl'];
  const { ca, rejectUnauthorized } = asRecord(further);
  const isGiven = typeof further === 'object' && further !== null;
  const certificate = {
    ...(typeof ca === 'string' && { ca }),
    ...(typeof rejectUnauthorized === 'boolean' && { rejectUnauthorized }),
  };
  return {
    host: host.trim(),
    port,
    database: database.trim(),
    user: (await context.credential())['user']?.trim() ?? '',
    password: await readSecret(context, 'password', 'PostgreSQL'),
    ssl: isGiven ? certificate : ssl === true || further === true,
  };
}
