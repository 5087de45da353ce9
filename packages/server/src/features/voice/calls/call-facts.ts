import type { CallFacts } from '@tendril/contract/api/calls';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { conversationMs } from './conversation-ms.ts';

/** What happened in a call beside its words, by its events; `endedAt`: when its line was over. */
export function callFacts(events: readonly LoggedCallEvent[], endedAt?: number): CallFacts {
  const transfer = events.findLast((event) => event.type === 'transfer' && event.isDone);
  const number = transfer?.type === 'transfer' ? transfer.number : '';
  return {
    ...(number !== '' && { transferDestination: number }),
    ...(conversationMs(events) > 0 && endedAt !== undefined && { transferEndedAt: endedAt }),
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
