import type { HealthCheck } from '@tendril/contract/api/phone-number-checks';
import { answerTwilioCall, noteTelnyxEvent } from '@tendril/contract/api/telephony';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Carriers } from './carriers.ts';
import { finding } from './number-checks.ts';
import { checkTrunkLine, type TrunkState } from './trunk-check.ts';

interface LineCheckParts {
  carriers: Pick<Carriers, 'open'>;
  trunkState(number: PhoneNumber): TrunkState;
  /** The address under which carriers reach this server. */
  publicUrl: string | undefined;
}

const paths = { twilio: answerTwilioCall.path, telnyx: noteTelnyxEvent.path } as const;

/**
 * Whether calls of a number have a way: its carrier has to ask this server about them, or its trunk to be open here. What
 * a carrier does not report stays unknown.
 */
export async function checkLine(
  scope: Scope,
  number: PhoneNumber,
  { carriers, trunkState, publicUrl }: LineCheckParts,
): Promise<HealthCheck> {
  const { id, provider, phoneNumber, connection } = number;
  if (provider === 'sip') return checkTrunkLine(trunkState(number));
  if (provider !== 'twilio' && provider !== 'telnyx') return finding('line', 'unknown', 'no-transport');
  if (publicUrl === undefined) return finding('line', 'bad', 'no-address');
  const url = new URL(paths[provider].replace(':id', id), publicUrl).href;
  const unknown = finding('line', 'unknown', 'not-told', { carrier: provider, url });
  if (provider === 'telnyx' || connection.credentialId === '') return unknown;
  try {
    const { account } = await carriers.open(scope, connection.credentialId);
    const found = await account.find(phoneNumber);
    if (found?.voiceUrl === undefined) return unknown;
    if (found.voiceUrl === url) return finding('line', 'good', 'asks-here', { carrier: provider });
    return finding('line', 'bad', 'asks-elsewhere', { carrier: provider, url });
  } catch (error) {
    if (error instanceof AppError) return unknown;
    throw error;
  }
}
