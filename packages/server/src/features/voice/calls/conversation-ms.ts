import type { LoggedCallEvent } from '@tendril/contract/call-event';

/** How long a caller was heard with whom they were transferred to; 0 where nobody listened, or nothing was said. */
export function conversationMs(events: readonly LoggedCallEvent[]): number {
  const transfer = events.findLast((event) => event.type === 'transfer' && event.isDone);
  if (!transfer) return 0;
  const isHeard = events.some(
    ({ type, seq }) =>
      type === 'transfer-target-turn' || (type === 'user-speech-start' && seq > transfer.seq),
  );
  return isHeard ? Math.max(0, (events.at(-1)?.offsetMs ?? 0) - transfer.offsetMs) : 0;
}
