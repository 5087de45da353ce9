import type { VoiceFunction } from '@tendril/contract/voice/voice-function';

/** Where a function sends its secrets: the origin of its address, or the address itself while it has placeholders. */
function receiverOf(one: VoiceFunction): string {
  if (one.type !== 'custom') return '';
  return URL.parse(one.url)?.origin ?? one.url;
}

/** Whether a changed function still sends its stored secrets to the same receiver. */
export function hasSameReceiver(asked: VoiceFunction, stored: VoiceFunction): boolean {
  return receiverOf(asked) === receiverOf(stored);
}

export const otherReceiver = 'was stored for another address: type it again';
