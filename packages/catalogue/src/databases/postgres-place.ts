import type { RunContext } from '@tendril/contract/node/run-context';
import { readSecret } from '../tools/read-secret.ts';
import { certificateSettings } from './certificate-settings.ts';
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
  return {
    host: host.trim(),
    port,
    database: database.trim(),
    user: (await context.credential())['user']?.trim() ?? '',
    password: await readSecret(context, 'password', 'PostgreSQL'),
    ssl: certificateSettings(additionalConfig, ssl),
  };
}
