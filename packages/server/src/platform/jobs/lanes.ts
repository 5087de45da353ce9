import { createHash } from 'node:crypto';
import type { Job } from '@tendril/contract/api/jobs';

export type LaneName = Job['lane'];

interface Lane {
  /** Jobs of the lane that one process does at a time. */
  places: number;
  /** Jobs of the lane that one workspace has under way at a time, in all processes. */
  share: number;
}

/**
 * The lanes of jobs: one that is flooded delays no other, and within one a workspace never takes every place. Places
 * for what starts flows are many, because such a job does nothing but wait for its run.
 */
export const lanes = {
  quick: { places: 6, share: 3 },
  // Small files of knowledge bases: they wait behind no large ones.
  files: { places: 4, share: 2 },
  long: { places: 4, share: 2 },
  tests: { places: 4, share: 3 },
  calls: { places: 4, share: 2 },
  triggers: { places: 32, share: 16 },
  deliveries: { places: 32, share: 16 },
  // What waits in them is over in a moment: it writes what follows.
  timers: { places: 8, share: 4 },
  webhooks: { places: 32, share: 4 },
  // Rounds of batch calls, which wait for carriers.
  dialing: { places: 16, share: 4 },
} as const satisfies Record<LaneName, Lane>;

export const laneNames = Object.keys(lanes) as LaneName[];

/** How many jobs each lane does at a time. */
export type LanePlaces = Readonly<Record<LaneName, number>>;

export const lanePlaces = Object.fromEntries(
  laneNames.map((name) => [name, lanes[name].places]),
) as unknown as LanePlaces;

/**
 * The queues of a workspace, or of another place, in a lane. Jobs of one queue are done one after the other, in the order in which they came,
 * so a workspace's share of a lane is the number of its queues. Those that `subjectId` prefers come first.
 */
export function queuesOf(
  place: string,
  lane: LaneName,
  subjectId: string,
  share: number = lanes[lane].share,
): string[] {
  const first = createHash('sha256').update(subjectId).digest().readUInt32BE(0);
  return Array.from({ length: share }, (_, index) => `${place}/${lane}/${(first + index) % share}`);
}
