import { type ColumnDataType, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';

type Columns = Readonly<Record<string, ColumnDataType>>;

function createTable(db: Kysely<unknown>, name: string, required: Columns, optional: Columns = {}) {
  let table = db.schema.createTable(name) as unknown as CreateTableBuilder<string, string>;
  for (const [column, type] of Object.entries(required))
    table = table.addColumn(column, type, (made) => made.notNull());
  for (const [column, type] of Object.entries(optional)) table = table.addColumn(column, type);
  return table;
}

/** Goes with the row that it names. */
const withRow = (table: CreateTableBuilder<string, string>, column: string, owner: string, name: string) =>
  table.addForeignKeyConstraint(name, [column], owner, ['id'], (key) => key.onDelete('cascade'));

async function createCitations(db: Kysely<unknown>): Promise<void> {
  const citations = createTable(
    db,
    'message_citation',
    {
      ...{ messageId: 'text', number: 'integer', workspaceId: 'text', runId: 'text', storeId: 'text' },
      ...{
        loaderId: 'text',
        chunkId: 'text',
        name: 'text',
        mediaType: 'text',
        size: 'bigint',
        sha256: 'text',
        audience: 'text',
      },
    },
    { fileId: 'text' },
  ).addPrimaryKeyConstraint('message_citation_key', ['messageId', 'number']);
  await withRow(citations, 'runId', 'run', 'message_citation_run').execute();
  await db.schema.createIndex('message_citation_run').on('message_citation').column('runId').execute();
}

async function createGaps(db: Kysely<unknown>): Promise<void> {
  const gaps = createTable(
    db,
    'knowledge_gap',
    {
      ...{ id: 'text', workspaceId: 'text', storeId: 'text', wordKey: 'text' },
      ...{ state: 'text', asked: 'integer', firstAskedAt: 'bigint', lastAskedAt: 'bigint' },
    },
    {
      ...{ vector: isPostgres(db) ? 'bytea' : 'blob', embedding: 'text', bestScore: 'double precision' },
    } as Columns,
  ).addPrimaryKeyConstraint('knowledge_gap_key', ['id']);
  await withRow(gaps, 'storeId', 'document_store', 'knowledge_gap_store').execute();
  await sql`create unique index knowledge_gap_words on knowledge_gap ("storeId", "wordKey")`.execute(db);
  await sql`create index knowledge_gap_recent on knowledge_gap ("storeId", state, "lastAskedAt")`.execute(db);
  const questions = createTable(db, 'knowledge_gap_question', {
    ...{ id: 'text', workspaceId: 'text', gapId: 'text', runId: 'text', question: 'text', askedAt: 'bigint' },
  }).addPrimaryKeyConstraint('knowledge_gap_question_key', ['id']);
  const ofGap = withRow(questions, 'gapId', 'knowledge_gap', 'knowledge_gap_question_gap');
  await withRow(ofGap, 'runId', 'run', 'knowledge_gap_question_run').execute();
  await sql`create index knowledge_gap_question_of on knowledge_gap_question ("gapId", "askedAt")`.execute(
    db,
  );
  await sql`create index knowledge_gap_question_run on knowledge_gap_question ("runId")`.execute(db);
}

/** What answers cite stays as it was; what was not found is counted. */
export const citations: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    await createCitations(db);
    await createGaps(db);
  },
};
