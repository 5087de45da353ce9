import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { ReceivedReferral } from '@tendril/sip/session/received-referral';
import type { SipCall } from '@tendril/sip/session/sip-call';
import type { TransferTarget } from '@tendril/voice/audio-transport';
import type { CallClock } from '@tendril/voice/call-clock';
import type { SipSound } from '../../calls/public.ts';
import type { SipLine } from './sip-line.ts';

interface ReachOptions {
  headers?: Readonly<Record<string, string>>;
  /** Who hears what comes there before the answer. */
  earlyListener?: SipSound | undefined;
  /** Aborted when nobody waits for the answer any more: it stops ringing there. */
  signal?: AbortSignal;
}

/** What a line works with. */
export interface SipLineParts {
  call: SipCall;
  sound: SipSound;
  clock: CallClock;
  /** What was agreed on, with an address that packets may go to. */
  reachable(media: AgreedMedia): AgreedMedia;
  /** The address at the trunk of a number to transfer to. Throws when it must not be called. */
  addressOf(number: string): Promise<string>;
  /** Calls a number for this line, and resolves once it has answered. */
  reach(
    number: string,
    shown: TransferTarget['displayedNumber'],
    ringMs: number,
    options?: ReachOptions,
  ): Promise<SipLine>;
  /** Whether whom the other side names may be called. Throws when not; absent: nobody may. */
  permit?(referral: ReceivedReferral): Promise<string>;
  /** How long a transfer may ring that does not say so. */
  transferMs: number;
  /** Frees the ports. */
  onClosed(): void;
  /** Another line has what was reached here. */
  onPassed(): void;
}
