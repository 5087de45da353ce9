import type { RunContext } from '../node/run-context.ts';

/** A graph database, asked in Cypher. */
export interface Graph {
  nodeId: string;
  /** Labels, properties and relationships, as a model reads them. */
  schema(context: RunContext): Promise<string>;
  /** Rows by the names of their columns; statements that write are refused. */
  query(cypher: string, context: RunContext): Promise<Record<string, unknown>[]>;
}
