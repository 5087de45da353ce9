import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { isPostgres } from '../platform/db/sequence-column.ts';

/** A database whose queries are remembered, so that a test can ask the database how it executes them. */
export function watchPlans(db: Database): { watched: Database; plans(): Promise<string[]> } {
  const asked: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    watched: db.withPlugin(plugin),
    /** One text for each query since the last call, with a line for each step. */
    async plans() {
      const texts: string[] = [];
      for (const node of asked.splice(0)) {
        const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
        const [explain, column] = isPostgres(db)
          ? ['explain', 'QUERY PLAN']
          : ['explain query plan', 'detail'];
        const { rows } = await db.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
        );
        texts.push(rows.map((row) => row[column]).join('\n'));
      }
      return texts;
    },
  };
}
