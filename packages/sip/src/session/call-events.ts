import type { AgreedMedia } from '../sdp/media-negotiation.ts';
import type { CallEnd } from './call-end.ts';
import type { ReceivedReferral } from './received-referral.ts';

/** The methods that a call understands. */
export const allowedMethods = 'INVITE, ACK, BYE, CANCEL, OPTIONS, INFO, PRACK, UPDATE, NOTIFY, REFER';

export type CallState = 'dialing' | 'ringing' | 'answered' | 'ended';

export interface CallEvents {
  onState(state: CallState): void;
  /** What was agreed on, at the answer and with every change. */
  onMedia(media: AgreedMedia): void;
  /** The network, or one of those who ring, sends sound before anybody has answered. */
  onEarlyMedia?(media: AgreedMedia): void;
  /** A key that came in the signalling. */
  onKey(key: string): void;
  /** The other side wants us to call somebody else instead of it. Absent: that is declined. */
  onRefer?(referral: ReceivedReferral): void;
  /** Called once. */
  onEnded(end: CallEnd): void;
}
