import { AppError } from '@tendril/contract/app-error';
import type { PostgresPlace } from './with-postgres.ts';

const usualPort = 5432;

/** Where an address such as `postgres://user:password@host:5432/name` leads. Throws FLOW_INVALID for any other. */
export function postgresAddress(text: string): PostgresPlace {
  const url = URL.parse(text.trim());
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    throw new AppError(
      'FLOW_INVALID',
      'The address of the database has to be like postgres://user:password@host/name.',
    );
  const mode = url.searchParams.get('sslmode') ?? '';
  return {
    host: url.hostname,
    port: Number(url.port) || usualPort,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ssl: mode !== '' && mode !== 'disable',
  };
}
