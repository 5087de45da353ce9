import type { LoggedCallEvent } from '../call-event.ts';

/** A call without what was said after the caller had been transferred: none of it was said to the agent. */
export function withoutConversation(events: readonly LoggedCallEvent[]): readonly LoggedCallEvent[] {
  const transfer = events.findLast((event) => event.type === 'transfer' && event.isDone);
  if (!transfer) return events;
  return events.filter(
    ({ type, seq }) => seq < transfer.seq || (type !== 'user-turn' && type !== 'transfer-target-turn'),
  );
}
