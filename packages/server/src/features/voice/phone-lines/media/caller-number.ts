import { e164Pattern } from '@tendril/contract/voice/phone-number';

/** The number of a caller as a carrier states it; '' for a hidden one. */
export function callerNumber(stated: string | null | undefined): string {
  return stated && e164Pattern.test(stated) ? stated : '';
}
