import type { RunContext } from '../node/run-context.ts';

/** What of a source lies in a vector store, so that an upsert writes only what changed and deletes what is gone. */
export interface RecordManager {
  nodeId: string;
  /** What is deleted: nothing, what is gone from the sources that were loaded again, or all that was not loaded. */
  cleanup: 'none' | 'incremental' | 'full';
  /** The metadata that names the source of a document. */
  sourceIdKey: string;
  /** The time of its own clock; records are compared by it. */
  now(context: RunContext): Promise<number>;
  /** Which of the keys are recorded. */
  known(keys: readonly string[], context: RunContext): Promise<ReadonlySet<string>>;
  /** Records keys as seen now. */
  record(entries: readonly { key: string; source: string }[], context: RunContext): Promise<void>;
  /** Keys that were last seen before a time, of these sources or of all. */
  listBefore(time: number, sources: readonly string[] | undefined, context: RunContext): Promise<string[]>;
  forget(keys: readonly string[], context: RunContext): Promise<void>;
}
