import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { isPostgres } from '../platform/db/sequence-column.ts';

interface WatchedPlans {
  watched: Database;
  /** One text for each query since the last call, with a line for each step. */
  plans(): Promise<string[]>;
  /** That of the last query alone: those that are part of it need not make sense by themselves. */
  lastPlan(): Promise<string>;
}

/** A database whose queries are remembered, so that a test can ask the database how it executes them. */
export function watchPlans(db: Database): WatchedPlans {
  const asked: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  async function planOf(node: RootOperationNode): Promise<string> {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    const [explain, column] = isPostgres(db) ? ['explain', 'QUERY PLAN'] : ['explain query plan', 'detail'];
    const { rows } = await db.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    );
    return rows.map((row) => row[column]).join('\n');
  }
  return {
    watched: db.withPlugin(plugin),
    async plans() {
      const texts: string[] = [];
      for (const node of asked.splice(0)) texts.push(await planOf(node));
      return texts;
    },
    async lastPlan() {
      const last = asked.splice(0).at(-1);
      return last ? planOf(last) : '';
    },
  };
}
