import { storedValueMask } from '@tendril/contract/api/credentials';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';

/** Whether a function has a stored secret that this page cannot read: its deletion cannot be undone. */
export function hasMask(asked: VoiceFunction): boolean {
  if (asked.type === 'check_availability_cal' || asked.type === 'book_appointment_cal')
    return asked.calApiKey === storedValueMask;
  return asked.type === 'custom' && Object.values(asked.headers).includes(storedValueMask);
}
