import type { CallEvent } from '@tendril/contract/call-event';

/**
 * What a call has failed of, in words; undefined when it went on after its last error: a recognizer that is back, or an
 * answer that failed and was followed by others, is no end of a conversation.
 */
export function unrecoveredError(events: readonly CallEvent[]): string | undefined {
  const at = events.findLastIndex((event) => event.type === 'call-error');
  const error = events[at];
  if (error?.type !== 'call-error') return undefined;
  const { turn, message } = error;
  const hasGoneOn = events
    .slice(at + 1)
    .some(
      (event) =>
        event.type === 'agent-turn' && event.text !== '' && (turn === undefined || event.turn > turn),
    );
  const isBroken = events.some((event) => event.type === 'call-end' && event.reason.startsWith('error_'));
  return hasGoneOn && !isBroken ? undefined : message;
}
