import { AppError } from '@tendril/contract/app-error';
import type { MysqlPlace } from './with-mysql.ts';

const usualPort = 3306;

/** Where an address such as `mysql://user:password@host:3306/name` leads. Throws FLOW_INVALID for any other. */
export function mysqlAddress(text: string): MysqlPlace {
  const url = URL.parse(text.trim());
  if (!url || !/^(mysql|mariadb):$/.test(url.protocol) || url.hostname === '')
    throw new AppError(
      'FLOW_INVALID',
      'The address of the database has to be like mysql://user:password@host/name.',
    );
  const mode = url.searchParams.get('ssl-mode') ?? url.searchParams.get('ssl') ?? '';
  return {
    host: url.hostname,
    port: Number(url.port) || usualPort,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ssl: mode !== '' && !/^(disabled|false|0)$/i.test(mode),
  };
}
