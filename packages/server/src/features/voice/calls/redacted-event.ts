import type { CallEvent } from '@tendril/contract/call-event';

/**
 * What is stored of an event when nothing that anybody said, gave or got may reach the disk: that it happened, when,
 * how long it took and what it cost.
 */
export function toRedactedEvent(event: CallEvent): CallEvent {
  switch (event.type) {
    case 'call-start':
      return { ...event, variables: {} };
    case 'transcript-interim':
    case 'agent-delta':
    case 'backchannel':
      return { ...event, text: '' };
    case 'user-turn':
    case 'transfer-target-turn': {
      const { words: _words, ...rest } = event;
      return { ...rest, text: '' };
    }
    case 'agent-turn': {
      const { unsaid: _unsaid, words: _words, ...rest } = event;
      return { ...rest, text: '' };
    }
    case 'tool-start':
      return { ...event, arguments: '' };
    case 'tool-end':
      return { ...event, result: '' };
    case 'variables-set':
      return { ...event, values: {} };
    case 'keypad-press':
      return { ...event, digits: '' };
    case 'operator-act': {
      const { text: _text, ...rest } = event;
      return rest;
    }
    case 'transfer': {
      const { reason: _reason, ...rest } = event;
      return { ...rest, number: '' };
    }
    case 'voice-fallback':
      return { ...event, reason: '' };
    case 'call-error':
      return { ...event, message: '' };
    case 'step-start':
      return { ...event, name: event.kind, input: null };
    case 'step-end': {
      const { output: _output, error, ...rest } = event;
      return { ...rest, name: event.kind, ...(error !== undefined && { error: '' }) };
    }
    default:
      return event;
  }
}
