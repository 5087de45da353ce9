import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import { storableJson } from '@tendril/contract/storable-json';
import { sqlName } from '../databases/sql-name.ts';
import { type PostgresPlace, type PostgresSession, withPostgres } from '../databases/with-postgres.ts';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';

interface PostgresForm {
  place: PostgresPlace;
  table: string;
  contentColumn: string;
  distance: 'cosine' | 'euclidean' | 'innerProduct';
  batchSize?: number | undefined;
  filter?: Record<string, unknown> | undefined;
  fileUpload?: boolean | undefined;
}

const operators = { cosine: '<=>', euclidean: '<->', innerProduct: '<#>' } as const;

/** The distance of an operator as a likeness that grows with nearness. */
const likeness: Readonly<Record<PostgresForm['distance'], (distance: number) => number>> = {
  cosine: (distance) => 1 - distance,
  euclidean: (distance) => 1 - (distance * distance) / 2,
  innerProduct: (distance) => -distance,
};

/** A table of PostgreSQL with pgvector; made at the first insert. */
export function postgresStore(form: PostgresForm): OutsideStore {
  const { place, batchSize } = form;
  const table = sqlName(form.table);
  const content = sqlName(form.contentColumn);

  async function ensure(session: PostgresSession): Promise<void> {
    const known = await session.query(`select 1 from pg_type where typname = 'vector'`);
    if (known.length === 0) await session.query('create extension if not exists vector');
    await session.query(
      `create table if not exists ${table} (id uuid primary key, ${content} text, metadata jsonb, embedding vector)`,
    );
  }

  /** Conditions on the metadata, with their values. */
  function conditions({ session }: RunContext, first: number) {
    const values: unknown[] = [];
    const tests: string[] = [];
    if (form.filter) {
      values.push(JSON.stringify(form.filter));
      tests.push(`metadata @> $${first + values.length - 1}::jsonb`);
    }
    if (form.fileUpload) {
      values.push(session.chatId);
      const own = `metadata->>'${chatKey}'`;
      tests.push(`(${own} = $${first + values.length - 1} or ${own} is null)`);
    }
    return { values, where: tests.length > 0 ? `where ${tests.join(' and ')}` : '' };
  }

  return {
    name: 'PostgreSQL',
    ...(batchSize && { batchSize }),
    insert: (passages, context) =>
      withPostgres(place, context, async (session) => {
        await ensure(session);
        const rows = passages.map(({ id, vector, pageContent, metadata }) => ({
          id,
          // PostgreSQL keeps no zero character in a text.
          content: pageContent.replaceAll('\0', ''),
          metadata,
          embedding: JSON.stringify(vector),
        }));
        await session.query(
          `insert into ${table} (id, ${content}, metadata, embedding)
           select (row->>'id')::uuid, row->>'content', row->'metadata', (row->>'embedding')::vector
           from jsonb_array_elements($1::jsonb) as row
           on conflict (id) do update
             set ${content} = excluded.${content}, metadata = excluded.metadata, embedding = excluded.embedding`,
          [storableJson(rows)],
        );
      }),
    search: ({ vector, count }, context) =>
      withPostgres(place, context, async (session) => {
        const { values, where } = conditions(context, 3);
        const rows = await session.query(
          `select id, ${content} as content, metadata, embedding::text as embedding,
             (embedding ${operators[form.distance]} $1::vector) as distance
           from ${table} ${where} order by distance limit $2`,
          [JSON.stringify(vector), count, ...values],
        );
        return rows.map((row) => ({
          id: String(row['id']),
          pageContent: textOf(row['content']),
          metadata: { ...asRecord(row['metadata']) },
          score: likeness[form.distance](Number(row['distance'])),
          vector: (JSON.parse(String(row['embedding'])) as number[]).map(Number),
        }));
      }),
    remove: (ids, context) =>
      withPostgres(place, context, async (session) => {
        await session.query(`delete from ${table} where id = any($1::uuid[])`, [ids]);
      }),
    count: (context) =>
      withPostgres(place, context, async (session) => {
        const there = await session.query('select to_regclass($1) is not null as there', [table]);
        if (there[0]?.['there'] !== true) return 0;
        const [row] = await session.query(`select count(*) as count from ${table}`);
        return Number(row?.['count'] ?? 0);
      }),
  };
}
