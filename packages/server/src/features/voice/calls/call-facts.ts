import type { CallFacts } from '@tendril/contract/api/calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';

/** What happened in a call beside its words, by its events. */
export function callFacts(events: readonly LoggedCallEvent[]): CallFacts {
  const transfer = events.findLast((event) => event.type === 'transfer' && event.isDone);
  const number = transfer?.type === 'transfer' ? transfer.number : '';
  return {
    ...(number !== '' && { transferDestination: number }),
    modelTokens: events.flatMap((event) => {
      if (event.type !== 'step-end' || event.kind !== 'model' || !event.usage) return [];
      const { inputTokens = 0, outputTokens = 0 } = event.usage;
      return inputTokens + outputTokens > 0 ? [inputTokens + outputTokens] : [];
    }),
    transitions: events.flatMap((event) =>
      event.type === 'node-transition' ? [{ offsetMs: event.offsetMs, from: event.from, to: event.to }] : [],
    ),
  };
}
