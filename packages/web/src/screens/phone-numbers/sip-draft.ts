import { e164Pattern, type PhoneConnection, phoneNumberFields } from '@tendril/contract/voice/phone-number';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { say } from '../../kit/texts/texts.ts';

/** What the steps of the wizard ask for. */
export type SipDraft = Pick<PhoneConnection, 'trunkUri' | 'transport' | 'credentialId'> & {
  phoneNumber: string;
  nickname: string;
};

export const emptySip: SipDraft = {
  phoneNumber: '',
  nickname: '',
  trunkUri: '',
  transport: 'tls',
  credentialId: '',
};

const shortest = 8;

/** What is wrong with each step; the server has the last word. */
export function sipProblems({ phoneNumber, trunkUri }: SipDraft): {
  phoneNumber?: string;
  trunkUri?: string;
} {
  const isNumber = e164Pattern.test(phoneNumber) && phoneNumber.length >= shortest;
  const trunk = phoneNumberFields.connection.safeParse({ trunkUri });
  const isTrunk = trunkUri !== '' && trunk.success;
  return {
    ...(!isNumber && { phoneNumber: say(phoneAddTexts, 'wrongNumber') }),
    ...(!isTrunk && { trunkUri: say(phoneAddTexts, 'wrongTrunk') }),
  };
}
