import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { say } from '../../../kit/texts/texts.ts';

/** A short summary of a function next to its type; '' if there is none yet. */
export function functionGist(asked: VoiceFunction): string {
  switch (asked.type) {
    case 'end_call':
      return asked.description;
    case 'transfer_call':
      return transferGist(asked);
    case 'check_availability_cal':
    case 'book_appointment_cal':
      return asked.timezone;
    case 'press_digit':
      return say(voiceFunctionTexts, 'gistDelay', { ms: asked.delayMs });
    case 'custom':
      return asked.url.trim() === '' ? '' : `${asked.method} ${asked.url.replace(/^https?:\/\//, '')}`;
  }
}

function transferGist(asked: Extract<VoiceFunction, { type: 'transfer_call' }>): string {
  const type = say(voiceFunctionTexts, asked.transferType === 'cold' ? 'gistCold' : 'gistWarm');
  if (asked.target === 'dynamic') return say(voiceFunctionTexts, 'gistRouted', { type });
  return asked.number === '' ? type : say(voiceFunctionTexts, 'gistTo', { type, number: asked.number });
}
