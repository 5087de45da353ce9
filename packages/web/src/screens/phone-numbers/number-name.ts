import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { say } from '../../kit/texts/texts.ts';

/** A number as people write it; a line without one by its name. */
export function numberName(
  record: AssistantPhoneNumber,
  overview: Pick<PhoneNumberOverview, 'pretty'> | undefined,
): string {
  const { phoneNumber, nickname } = readPhoneNumber(record);
  if (phoneNumber !== '') return overview?.pretty || phoneNumber;
  return nickname || say(phoneNumberTexts, 'browserLine');
}
