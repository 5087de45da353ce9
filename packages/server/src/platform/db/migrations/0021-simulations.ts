import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addSequence } from '../sequence-column.ts';

type Db = Kysely<unknown>;

/** Test cases of voice agents, and how they ended. */
export const simulations: Migration = {
  async up(db: Db): Promise<void> {
    await addSequence(db, db.schema.createTable('simulation'))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('agentId', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('simulation_agent').on('simulation').columns(['agentId', 'seq']).execute();
    await addSequence(db, db.schema.createTable('simulation_result'))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('workspaceId', 'text', (column) => column.notNull())
      .addColumn('simulationId', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('callId', 'text')
      .addColumn('result', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('simulation_result_of')
      .on('simulation_result')
      .columns(['simulationId', 'seq'])
      .execute();
  },
};
