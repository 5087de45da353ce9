import type { RunContext } from '@tendril/contract/node/run-context';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import { sqlName } from './sql-name.ts';
import { type MysqlPlace, type MysqlSession, withMysql } from './with-mysql.ts';

interface RecordsForm {
  nodeId: string;
  place: MysqlPlace;
  table: string;
  namespace: string;
  cleanup: RecordManager['cleanup'];
  sourceIdKey: string;
}

const clock = 'unix_timestamp(now(6))';
const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** The records of a vector store in a table of MySQL, in the form that other tools keep them too. */
export function mysqlRecords({ place, namespace, ...form }: RecordsForm): RecordManager {
  const table = sqlName(form.table, '`');
  const use = <T>(context: RunContext, work: (session: MysqlSession) => Promise<T>) =>
    withMysql(place, context, work);
  const create = `create table if not exists ${table} (
    \`uuid\` varchar(36) primary key default (uuid()),
    \`key\` varchar(255) not null, \`namespace\` varchar(255) not null,
    \`updated_at\` double precision not null, \`group_id\` longtext,
    unique key \`unique_key_namespace\` (\`key\`, \`namespace\`))`;

  return {
    nodeId: form.nodeId,
    cleanup: form.cleanup,
    sourceIdKey: form.sourceIdKey,
    now: (context) =>
      use(context, async (session) => {
        await session.query(create);
        return Number((await session.query(`select ${clock} as now`))[0]?.['now']);
      }),
    async known(keys, context) {
      if (keys.length === 0) return new Set();
      const query = `select \`key\` from ${table} where \`namespace\` = ? and \`key\` in (${marks(keys)})`;
      const rows = await use(context, (session) => session.query(query, [namespace, ...keys]));
      return new Set(rows.map(({ key }) => String(key)));
    },
    async record(entries, context) {
      if (entries.length === 0) return;
      const rows = entries.map(() => `(?, ?, ${clock}, ?)`).join(', ');
      await use(context, (session) =>
        session.query(
          `insert into ${table} (\`key\`, \`namespace\`, \`updated_at\`, \`group_id\`) values ${rows}
           on duplicate key update \`updated_at\` = values(\`updated_at\`), \`group_id\` = values(\`group_id\`)`,
          entries.flatMap(({ key, source }) => [key, namespace, source]),
        ),
      );
    },
    async listBefore(time, sources, context) {
      if (sources?.length === 0) return [];
      // Byte by byte: most collations take A.txt and a.txt for the same.
      const among = sources ? `and cast(\`group_id\` as binary) in (${marks(sources)})` : '';
      const query = `select \`key\` from ${table} where \`namespace\` = ? and \`updated_at\` < ? ${among}`;
      const values = [namespace, time, ...(sources ?? [])];
      const rows = await use(context, (session) => session.query(query, values));
      return rows.map(({ key }) => String(key));
    },
    async forget(keys, context) {
      if (keys.length === 0) return;
      const query = `delete from ${table} where \`namespace\` = ? and \`key\` in (${marks(keys)})`;
      await use(context, (session) => session.query(query, [namespace, ...keys]));
    },
  };
}
