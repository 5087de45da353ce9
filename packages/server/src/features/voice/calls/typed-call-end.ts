import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { Limits } from '../../../platform/limits/workspace-limits.ts';

/** When a typed call ends by itself: its silence cannot be heard, and it must not stay open for ever. */
export interface TypedCallEnd {
  /** The caller has said something. */
  heard(): void;
  stop(): void;
}

export function createTypedCallEnd(
  { textCallIdleMs, textCallMaxMs }: Pick<Limits, 'textCallIdleMs' | 'textCallMaxMs'>,
  hangUp: (reason: DisconnectionReason) => void,
): TypedCallEnd {
  const idle = setTimeout(() => hangUp('inactivity'), textCallIdleMs);
  const longest = setTimeout(() => hangUp('max_duration_reached'), textCallMaxMs);
  return {
    heard: () => void idle.refresh(),
    stop() {
      clearTimeout(idle);
      clearTimeout(longest);
    },
  };
}
