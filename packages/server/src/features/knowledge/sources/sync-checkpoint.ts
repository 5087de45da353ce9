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
  /** Of how many files the source named readers who are known to nobody here, by who those are. */
  unmapped?: Readonly<Record<string, number>> | undefined;
  /** Of how many files the source was asked who may read them, and did not say. */
  unstated?: number | undefined;
  embedded?: StoreUpsertResult | undefined;
  /** How much there is to read, and how much of it is done. */
  done: number;
  total: number;
  result?: unknown;
}
