import type { RunContext } from '@tendril/contract/node/run-context';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import { sqlName } from './sql-name.ts';
import { type PostgresPlace, type PostgresSession, withPostgres } from './with-postgres.ts';

interface RecordsForm {
  nodeId: string;
  place: PostgresPlace;
  table: string;
  namespace: string;
  cleanup: RecordManager['cleanup'];
  sourceIdKey: string;
}

const clock = 'extract(epoch from clock_timestamp())';

/** The records of a vector store in a table of PostgreSQL, in the form that other tools keep them too. */
export function postgresRecords({ place, namespace, ...form }: RecordsForm): RecordManager {
  const table = sqlName(form.table);
  const use = <T>(context: RunContext, work: (session: PostgresSession) => Promise<T>) =>
    withPostgres(place, context, work);
  const create = `create table if not exists ${table} (
    uuid uuid primary key default gen_random_uuid(),
    key text not null, namespace text not null, updated_at double precision not null, group_id text,
    unique (key, namespace))`;

  return {
    nodeId: form.nodeId,
    cleanup: form.cleanup,
    sourceIdKey: form.sourceIdKey,
    now: (context) =>
      use(context, async (session) => {
        await session.query(create);
        return Number((await session.query(`select ${clock}::double precision as now`))[0]?.['now']);
      }),
    known: (keys, context) =>
      use(context, async (session) => {
        const query = `select key from ${table} where namespace = $1 and key = any($2::text[])`;
        return new Set((await session.query(query, [namespace, keys])).map(({ key }) => String(key)));
      }),
    record: (entries, context) =>
      use(context, async (session) => {
        await session.query(
          `insert into ${table} (key, namespace, updated_at, group_id)
           select entry.key, $1, ${clock}, entry.source
           from unnest($2::text[], $3::text[]) as entry(key, source)
           on conflict (key, namespace) do update
             set updated_at = excluded.updated_at, group_id = excluded.group_id`,
          [namespace, entries.map(({ key }) => key), entries.map(({ source }) => source)],
        );
      }),
    listBefore: (time, sources, context) =>
      use(context, async (session) => {
        const among = sources ? 'and group_id = any($3::text[])' : '';
        const query = `select key from ${table} where namespace = $1 and updated_at < $2 ${among}`;
        const rows = await session.query(query, [namespace, time, ...(sources ? [sources] : [])]);
        return rows.map(({ key }) => String(key));
      }),
    forget: (keys, context) =>
      use(context, async (session) => {
        await session.query(`delete from ${table} where namespace = $1 and key = any($2::text[])`, [
          namespace,
          keys,
        ]);
      }),
  };
}
