import type { RunEvent } from '@tendril/contract/run-event';
import type { EventEntry } from '../../../platform/events/events.ts';

/** Text deltas are live only; the answer is stored once, whole. */
export function isStored(event: RunEvent): boolean {
  return event.type !== 'text-delta';
}

/** Numbers an event. A stored one is serialized at once: nodes may go on changing what they emitted. */
export function createEntry(seq: number, event: RunEvent, at = Date.now()): EventEntry {
  if (isStored(event)) return { seq, at, event, payload: JSON.stringify(event) };
  let text: string | undefined;
  return {
    seq,
    at,
    event,
    get payload() {
      text ??= JSON.stringify(event);
      return text;
    },
  };
}
