import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { CallEntry } from '../call-view.ts';

/** An event outside the dialog, in words. */
export function noteText(event: Extract<CallEntry, { kind: 'note' }>['event'], times = 1): string {
  switch (event.type) {
    case 'keypad-press':
      return say(voiceCallTexts, event.from === 'user' ? 'keypad' : 'keypadAgent', { digits: event.digits });
    case 'operator-act':
      return say(voiceCallTexts, `act_${event.act}`, { by: event.by, text: event.text ?? '' });
    case 'reminder':
      return say(voiceCallTexts, 'reminder', { count: event.count });
    case 'node-transition':
      return say(voiceCallTexts, 'nodeTransition', { from: event.from.name, to: event.to.name });
    case 'backchannel':
      return event.text === ''
        ? say(voiceCallTexts, 'backchannelHidden')
        : say(voiceCallTexts, 'backchannel', { text: event.text });
    case 'transfer':
      return event.isDone
        ? say(voiceCallTexts, 'transferDone', { number: event.number })
        : say(voiceCallTexts, 'transferNot', { number: event.number, reason: event.reason ?? '' });
    case 'line-state':
      return say(voiceCallTexts, `line_${event.state}`);
    case 'early-media':
      return say(voiceCallTexts, 'earlyMedia', { seconds: (event.ms / 1000).toFixed(1) });
    case 'voice-fallback':
      return say(voiceCallTexts, 'voiceFallback', { from: event.from, to: event.to });
    case 'call-error':
      return times === 1
        ? say(voiceCallTexts, 'errorNote', { message: event.message })
        : say(voiceCallTexts, 'errorNoteTimes', { message: event.message, times });
    default:
      return '';
  }
}
