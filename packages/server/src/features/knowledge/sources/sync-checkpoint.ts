import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { SyncCounts } from '@tendril/contract/api/source-sync';
import type { FilesUnderWay } from '../files/public.ts';

/** Where a sync goes on after a stop. */
export interface SyncCheckpoint extends FilesUnderWay {
  phase: 'list' | 'read' | 'removed';
  startedAt: number;
  cursor?: string | undefined;
  isWhole: boolean;
  note: string;
  counts: SyncCounts;
  embedded?: StoreUpsertResult | undefined;
  /** How much there is to read, and how much of it is done. */
  done: number;
  total: number;
  result?: unknown;
}
