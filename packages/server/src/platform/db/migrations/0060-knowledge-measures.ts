import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../schema-migration.ts';

type Db = Kysely<unknown>;
type Table = CreateTableBuilder<string, string>;

const table = (db: Db, name: string) => db.schema.createTable(name) as unknown as Table;

/** Saved questions of knowledge bases, measurements, and where each question's passages were. */
export const knowledgeMeasures: SchemaMigration = {
  isExpanding: true,

  async up(db: Db): Promise<void> {
    await createCases(db);
    await createMeasurements(db);
    await createResults(db);
  },
};

async function createCases(db: Db): Promise<void> {
  await withText(
    table(db, 'measure_case').addColumn('id', 'text', (column) => column.primaryKey()),
    [...['workspaceId', 'storeId', 'question', 'expected', 'tags', 'origin']],
  )
    .addColumn('isConfirmed', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('measure_case_store', ['storeId'], 'document_store', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await sql`create index measure_case_order on measure_case ("storeId", "createdAt", id)`.execute(db);
}

async function createMeasurements(db: Db): Promise<void> {
  await withText(
    table(db, 'measurement').addColumn('id', 'text', (column) => column.primaryKey()),
    [...['workspaceId', 'storeId', 'jobId', 'name', 'configuration']],
  )
    .addColumn('trialId', 'text')
    .addColumn('chunker', 'text')
    .addColumn('chunks', 'integer')
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .addColumn('figures', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('measurement_store', ['storeId'], 'document_store', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await sql`create index measurement_order on measurement ("storeId", "createdAt", id)`.execute(db);
}

async function createResults(db: Db): Promise<void> {
  await withText(table(db, 'measurement_result'), [
    ...['measurementId', 'caseId', 'workspaceId', 'question', 'tags', 'document', 'ranks'],
  ])
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('ms', 'double precision', (column) => column.notNull())
    .addColumn('costUsd', 'double precision', (column) => column.notNull())
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('measurement_result_once', ['measurementId', 'caseId'])
    .addForeignKeyConstraint('measurement_result_of', ['measurementId'], 'measurement', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}

const withText = (before: Table, names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), before);
