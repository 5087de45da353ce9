import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';
import { jsonApi } from '../tools/json-api.ts';

interface SingleStoreForm {
  url: string;
  user: string;
  password: string;
  database: string;
  table: string;
  contentColumn: string;
  vectorColumn: string;
  metadataColumn: string;
}

const rows = z.object({ results: z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) })) });

/** A name as SingleStore quotes it. Throws FLOW_INVALID for one that cannot be a name. */
function quoted(name: string): string {
  if (/^[\w$-]{1,64}$/.test(name)) return `\`${name}\``;
  throw new AppError('FLOW_INVALID', `SingleStore: "${name}" is not a name of a table or a column.`);
}

/** A table of SingleStore, by its Data API. */
export function singleStoreStore(form: SingleStoreForm): OutsideStore {
  const { user, password, database } = form;
  const ask = jsonApi({
    service: 'SingleStore',
    base: `${form.url}/api/v2`,
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    secrets: [password],
    maxMegabytes: 16,
  });
  const [table, content, vector, metadata] = [
    form.table,
    form.contentColumn,
    form.vectorColumn,
    form.metadataColumn,
  ].map(quoted);
  const execute = (sql: string, args: readonly unknown[], context: RunContext) =>
    ask('/exec', { body: { sql, args, database } }, context);
  const create = `CREATE TABLE IF NOT EXISTS ${table} (${content} TEXT CHARACTER SET utf8mb4, ${vector} BLOB, ${metadata} JSON)`;

  let made: Promise<unknown> | undefined;
  return {
    name: 'SingleStore',
    async insert(passages, context) {
      made ??= execute(create, [], context);
      await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      const row = '(?, JSON_ARRAY_PACK(?), ?)';
      const sql = `INSERT INTO ${table} (${content}, ${vector}, ${metadata}) VALUES ${passages.map(() => row).join(', ')}`;
      const args = passages.flatMap((passage) => [
        passage.pageContent,
        JSON.stringify(passage.vector),
        JSON.stringify(passage.metadata),
      ]);
      await execute(sql, args, context);
    },
    async search({ vector: wanted, count }, context) {
      const sql = `SELECT ${content} AS content, ${metadata} AS metadata, DOT_PRODUCT(${vector}, JSON_ARRAY_PACK(?)) AS score FROM ${table} ORDER BY score DESC LIMIT ?`;
      const body = { sql, args: [JSON.stringify(wanted), count], database };
      const { results } = await ask('/query/rows', { body, shape: rows }, context);
      return (results[0]?.rows ?? []).map((row) => {
        const given = row['metadata'];
        const read: unknown = typeof given === 'string' ? JSON.parse(given) : given;
        return {
          pageContent: textOf(row['content']),
          metadata: { ...asRecord(read) },
          score: Number(row['score'] ?? 0),
        };
      });
    },
  };
}
