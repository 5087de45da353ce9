import type { RunContext } from '@tendril/contract/node/run-context';
import { mysqlAddress } from './mysql-address.ts';
import { postgresAddress } from './postgres-address.ts';
import { withMysql } from './with-mysql.ts';
import { withPostgres } from './with-postgres.ts';

type Row = Record<string, unknown>;

/** A database that is read: its tables are listed, and a statement of somebody else can change nothing. */
export interface SqlSession {
  query(text: string): Promise<Row[]>;
  /** One statement that may read and nothing else: the server sees to that. */
  readOnly(text: string): Promise<Row[]>;
}

/** How a kind of database is reached and what differs in its SQL. */
export interface SqlReader {
  dialect: string;
  quote: '"' | '`';
  /** Its tables that may be read: name, column and type, column by column. */
  columns: string;
  use<T>(context: RunContext, work: (session: SqlSession) => Promise<T>): Promise<T>;
}

const columnsIn = (schema: string) =>
  `select table_name as name, column_name as field, data_type as type from information_schema.columns
   where table_schema = ${schema} order by table_name, ordinal_position limit 10000`;

/** A PostgreSQL or MySQL by its address. Throws FLOW_INVALID for an address that is none. */
export function sqlReader(kind: 'postgres' | 'mysql', url: string): SqlReader {
  if (kind === 'mysql') {
    const place = mysqlAddress(url);
    return {
      dialect: 'MySQL',
      quote: '`',
      columns: columnsIn('database()'),
      use: (context, work) => withMysql(place, context, work),
    };
  }
  const place = postgresAddress(url);
  return {
    dialect: 'PostgreSQL',
    quote: '"',
    columns: columnsIn('any(current_schemas(false))'),
    use: (context, work) => withPostgres(place, context, work),
  };
}
