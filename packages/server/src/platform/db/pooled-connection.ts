import type { Config } from '../config.ts';

/** Where PostgreSQL is, for requests and for what needs one connection all along. */
export type DatabaseUrls = Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

/** Whether the connections of requests pass a pooler, in which each transaction may meet another one of the server. */
export function isPooled({ databaseUrl, databaseDirectUrl }: DatabaseUrls): boolean {
  return databaseDirectUrl !== undefined && databaseDirectUrl !== databaseUrl;
}

/** PostgreSQL itself, for what needs one connection all along: migrations, locks, listening, the queue of jobs. */
export function directUrl({ databaseUrl, databaseDirectUrl }: DatabaseUrls): string | undefined {
  return databaseDirectUrl ?? databaseUrl;
}
