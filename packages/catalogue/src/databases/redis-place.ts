import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';

/** Where a Redis server is, and who asks it. */
export interface RedisPlace {
  host: string;
  port: number;
  user: string;
  password: string;
  /** The number of its database. */
  database: number;
  isEncrypted: boolean;
}

const usualPort = 6379;

function ofAddress(text: string): RedisPlace {
  const url = URL.parse(text);
  const database = Number(url?.pathname.slice(1) || 0);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !Number.isInteger(database))
    throw new AppError(
      'FLOW_INVALID',
      'The address of Redis has to be like redis://user:password@host:6379, or rediss:// with encryption.',
    );
  return {
    host: url.hostname,
    port: Number(url.port) || usualPort,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    isEncrypted: url.protocol === 'rediss:',
  };
}

/** Where a node's secret says that Redis is. Throws CREDENTIAL_MISSING without one. */
export async function redisPlace(context: RunContext): Promise<RedisPlace> {
  const fields = await context.credential();
  const address = fields['redisUrl']?.trim() ?? '';
  if (address !== '') return ofAddress(address);
  const host = fields['redisCacheHost']?.trim() ?? '';
  if (host === '')
    throw new AppError(
      'CREDENTIAL_MISSING',
      'Redis needs the address of its server. Choose a credential in this node.',
    );
  return {
    host,
    port: Number(fields['redisCachePort']) || usualPort,
    user: fields['redisCacheUser']?.trim() ?? '',
    password: fields['redisCachePwd'] ?? '',
    database: 0,
    isEncrypted: String(fields['redisCacheSslEnabled']) === 'true',
  };
}
