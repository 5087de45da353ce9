import { moveEvents } from '../event-partitions/move-events.ts';
import type { Backfill } from './backfill.ts';
import { countEventBytes } from './count-event-bytes.ts';

/** All backfills; one that every installation has finished may be deleted with its migration's copy path. */
export const knownBackfills: readonly Backfill[] = [moveEvents, countEventBytes];
