/** What this installation knows to lie in vector stores, by a space of the caller's naming; bound to a workspace. */
export interface RecordStore {
  known(space: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Records keys as seen now. */
  record(space: string, entries: readonly { key: string; source: string }[]): Promise<void>;
  /** Keys that were last seen before a time, of these sources or of all. */
  listBefore(space: string, time: number, sources: readonly string[] | undefined): Promise<string[]>;
  forget(space: string, keys: readonly string[]): Promise<void>;
}
