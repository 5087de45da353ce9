import { AppError } from '@tendril/contract/app-error';
import type { Limits, WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';

/** The workspace of a call, and where its line comes from once it is open. */
interface CallPlace {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly address?: string;
}

interface Count {
  key: string;
  most: number;
  whose: string;
}

/** How many calls from pages may be in progress at once. */
export interface CallLimits {
  /** Throws TOO_MANY_REQUESTS when one call more were too many. */
  require(place: CallPlace): Promise<void>;
  /** The same, and counts it; answers how to take it out again. */
  enter(place: CallPlace): Promise<() => void>;
}

/** Which numbers a call counts to. An address counts in all workspaces together, and in each of them for itself. */
function countsOf({ workspaceId, agentId, address }: CallPlace, limits: Limits, server: Limits): Count[] {
  const counts = [
    { key: `workspace ${workspaceId}`, most: limits.workspaceCalls, whose: 'This workspace has' },
    { key: `agent ${agentId}`, most: limits.agentCalls, whose: 'This agent has' },
  ];
  if (address === undefined) return counts;
  const whose = 'Your network has';
  return [
    ...counts,
    { key: `address ${address}`, most: server.addressCalls, whose },
    { key: `${ofAddresses(workspaceId)}${address}`, most: limits.addressCalls, whose },
  ];
}

const ofAddresses = (workspaceId: string) => `in ${workspaceId} from `;

export function createCallLimits(limits: WorkspaceLimits): CallLimits {
  const underWay = new Map<string, number>();
  limits.measure('addressCalls', ({ workspaceId }) => {
    const own = [...underWay].filter(([key]) => key.startsWith(ofAddresses(workspaceId)));
    return own.reduce((most, [, count]) => Math.max(most, count), 0);
  });

  function requireRoom(counts: readonly Count[]): void {
    for (const { key, most, whose } of counts)
      if (most > 0 && (underWay.get(key) ?? 0) >= most)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `${whose} ${most} calls in progress, which is the limit. Try again when one of them has ended.`,
        );
  }

  function add(key: string, by: 1 | -1): void {
    const count = (underWay.get(key) ?? 0) + by;
    if (count > 0) underWay.set(key, count);
    else underWay.delete(key);
  }

  return {
    async require(place) {
      requireRoom(countsOf(place, await limits.of(place), limits.server));
    },
    async enter(place) {
      const counts = countsOf(place, await limits.of(place), limits.server);
      // Looked at and counted in one step: calls that begin at the same moment see each other.
      requireRoom(counts);
      for (const { key } of counts) add(key, 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        for (const { key } of counts) add(key, -1);
      };
    },
  };
}
