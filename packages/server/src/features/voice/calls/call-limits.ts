import { AppError } from '@tendril/contract/app-error';
import type { Config } from '../../../platform/config.ts';

/** The workspace of a call, and where its line comes from once it is open. */
interface CallPlace {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly address?: string;
}

type Limits = Pick<Config, 'workspaceCalls' | 'agentCalls' | 'addressCalls'>;

/** How many calls from pages may be in progress at once. */
export interface CallLimits {
  /** Throws TOO_MANY_REQUESTS if one more call would exceed a limit. */
  require(place: CallPlace): void;
  /** The same, and counts it; returns the function that releases it. */
  enter(place: CallPlace): () => void;
}

export function createCallLimits({ workspaceCalls, agentCalls, addressCalls }: Limits): CallLimits {
  const underWay = new Map<string, number>();

  const countsOf = ({ workspaceId, agentId, address }: CallPlace) => [
    { key: `workspace ${workspaceId}`, most: workspaceCalls, whose: 'This workspace has' },
    { key: `agent ${agentId}`, most: agentCalls, whose: 'This agent has' },
    ...(address === undefined
      ? []
      : [{ key: `address ${address}`, most: addressCalls, whose: 'Your network has' }]),
  ];

  function require(place: CallPlace): void {
    for (const { key, most, whose } of countsOf(place))
      if (most > 0 && (underWay.get(key) ?? 0) >= most)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `${whose} ${most} calls under way, as many as it may. Try again when one of them is over.`,
        );
  }

  function add(key: string, by: 1 | -1): void {
    const count = (underWay.get(key) ?? 0) + by;
    if (count > 0) underWay.set(key, count);
    else underWay.delete(key);
  }

  return {
    require,
    enter(place) {
      require(place);
      for (const { key } of countsOf(place)) add(key, 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        for (const { key } of countsOf(place)) add(key, -1);
      };
    },
  };
}
