import type { CallerSound } from '@tendril/contract/api/simulations';
import type { CarrierStream } from '../sound/carrier-sound.ts';
import type { LinkMessage } from './call-link.ts';

/** Messages of calls, each with the number of its call. */
export interface LinkBatch {
  readonly type: 'batch';
  readonly items: readonly (readonly [call: number, message: LinkMessage])[];
}

/** What the server does for a session at its line. */
export interface LineAbilities {
  readonly canTransfer: boolean;
  readonly canPress: boolean;
  readonly needsRinging: boolean;
  readonly playsHandoff: boolean;
}

/** A connection that is given away: a page's, one on which a page is back, or the media stream of a carrier. */
export type GivenLine =
  | { readonly kind: 'page' | 'page-again' }
  | ({ readonly kind: 'carrier' } & CarrierStream & LineAbilities);

/** A SIP call whose ports are to be opened. */
export interface RtpRequest {
  readonly host: string;
  readonly ports: readonly [number, number];
  /** The peer of the signalling. */
  readonly signallingAddress: string;
}

/** A caller of a simulation, who is to speak there. */
export interface CallerRequest {
  readonly sound: CallerSound;
}

/** What the server sends to its media process; with `socket` comes a connection, and what was read of it. */
export type ToMedia =
  | LinkBatch
  | { readonly type: 'rtp'; readonly call: number; readonly request: RtpRequest }
  | { readonly type: 'caller'; readonly call: number; readonly request: CallerRequest }
  /** The server serves simulated calls, and is not stopped. */
  | { readonly type: 'beat' }
  | { readonly type: 'socket'; readonly call: number; readonly head: Uint8Array; readonly line: GivenLine };

/** `gone`: a call that the media process has forgotten. */
export type FromMedia =
  | LinkBatch
  | { readonly type: 'gone'; readonly call: number }
  | { readonly type: 'fault'; readonly message: string; readonly stack: string };
