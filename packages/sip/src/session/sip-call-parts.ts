import type { DigestClient } from '../auth/digest-client.ts';
import type { OwnMedia } from '../sdp/media-negotiation.ts';
import type { SipClock } from '../transaction/sip-clock.ts';
import type { SipPeer } from '../transaction/sip-peer.ts';
import type { SipTransactions } from '../transaction/sip-transactions.ts';
import type { Dialog } from './dialog.ts';

/** What a call works with. */
export interface SipCallParts {
  clock: SipClock;
  transactions: SipTransactions;
  dialog: Dialog;
  /** Our place for sound. */
  media: OwnMedia;
  login: DigestClient | undefined;
  /** Where a request of the dialog goes. */
  peerOf(dialog: Dialog): SipPeer;
  /** Further places at which the other side may be reached. */
  nextPlace?: { has(): boolean; take(): void };
  /** The call has no further part in the signalling. */
  onDone(): void;
}
