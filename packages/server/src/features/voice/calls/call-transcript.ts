import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { CallEvent } from '@tendril/contract/call-event';

type Spoken = CallEvent & { offsetMs: number };

/** What one event adds to the transcript: a sentence of either side, or what a function gave. */
export function toTranscriptLine(event: Spoken): TranscriptLine | undefined {
  const { offsetMs } = event;
  const place = { offsetMs, ...('isReplayed' in event && event.isReplayed && { isReplayed: true as const }) };
  switch (event.type) {
    case 'user-turn':
      return { role: 'user', content: event.text, ...place };
    case 'agent-turn':
      return event.text === '' ? undefined : { role: 'agent', content: event.text, ...place };
    case 'tool-end':
      return { role: 'tool', content: `${event.name}: ${event.result}`, ...place };
    case 'keypad-press':
      return event.from === 'user'
        ? { role: 'user', content: `[DTMF] ${event.digits}`, offsetMs }
        : undefined;
    default:
      return undefined;
  }
}

/** The transcript as far as events tell it. */
export function toTranscript(events: readonly Spoken[]): TranscriptLine[] {
  return events.flatMap((event) => toTranscriptLine(event) ?? []);
}
