import type { BackfillName } from '@tendril/contract/api/system';
import { moveEvents } from '../event-partitions/move-events.ts';
import type { Backfill } from './backfill.ts';
import { countEventBytes } from './count-event-bytes.ts';

/** All backfills, each with its words on the system page; one that every installation has finished may be deleted with its migration's copy path. */
export const knownBackfills: readonly Backfill<BackfillName>[] = [moveEvents, countEventBytes];
