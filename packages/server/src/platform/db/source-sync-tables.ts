import type { Bit, Json, Time } from './column.ts';

/** A loader whose files are kept in step with its source. */
export interface SourceSyncTable {
  loaderId: string;
  workspaceId: string;
  storeId: string;
  /** Empty for syncs by hand only. */
  cron: string;
  timezone: string;
  isPaused: Bit;
  nextAt: Time | null;
  lastAt: Time | null;
  lastState: 'done' | 'partial' | 'held' | 'failed' | null;
  note: string;
  counts: Json;
  /** The deletions that a person has to confirm: since when, how many, of how many. */
  held: Json | null;
  createdAt: Time;
  updatedAt: Time;
}

/** What a source listed last; it is put together while a sync lists. */
export interface SourceEntryTable {
  loaderId: string;
  key: string;
  workspaceId: string;
  /** The sync that listed it. */
  jobId: string;
  version: string | null;
  title: string;
  url: string | null;
  acl: Json | null;
  bytes: number | null;
  /** Why it is not read. */
  skipped: string | null;
}
