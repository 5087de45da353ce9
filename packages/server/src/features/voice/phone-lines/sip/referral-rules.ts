import { AppError } from '@tendril/contract/app-error';
import type { ReceivedReferral } from '@tendril/sip/session/received-referral';
import type { DoNotCall } from '../../do-not-call/public.ts';
import { checkDestination } from '../check-destination.ts';
import type { SipTrunk } from './sip-trunk.ts';

interface ReferralRules {
  /** The trunk as it is now; undefined when its number is gone. */
  trunk: SipTrunk | undefined;
  /** Whether the trunk's messages come from an address. */
  isSource(address: string): boolean;
  doNotCall: Pick<DoNotCall, 'refuse'> | undefined;
}

/**
 * The number that the other side may send a call on to. Throws unless its trunk allows that, the request comes from the
 * trunk, and the number is one that ours may call: only the number counts, whatever host stands behind it.
 */
export async function permittedNumber(
  { target, address }: Pick<ReceivedReferral, 'target' | 'address'>,
  { trunk, isSource, doNotCall }: ReferralRules,
): Promise<string> {
  if (!trunk?.number.connection.followsTransfers || trunk.number.isPaused || !isSource(address))
    throw new AppError('FORBIDDEN', 'The trunk of this number may not send its calls on.');
  // Without its country a number could be another one’s.
  if (!/^(\+|00)[1-9]\d{5,14}$/.test(target.user))
    throw new AppError('INVALID_INPUT', 'It is no number in E.164 form.');
  const number = `+${target.user.replace(/^(\+|00)/, '')}`;
  await checkDestination(trunk.number, number);
  await doNotCall?.refuse(trunk.scope, number);
  return number;
}
