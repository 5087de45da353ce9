import type { DisconnectionReason, PhoneLineState } from '@tendril/contract/call-event';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { AudioTransport } from '@tendril/voice/audio-transport';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallLine } from '../calls/public.ts';

/** Why a line was never answered, or ended; in the words of `DisconnectionReason`. */
export type LineEnd = Extract<
  DisconnectionReason,
  | 'user_hangup'
  | 'dial_busy'
  | 'dial_failed'
  | 'dial_no_answer'
  | 'invalid_destination'
  | 'user_declined'
  | 'sip_routing_error'
  | 'telephony_provider_permission_denied'
  | 'telephony_provider_unavailable'
  | 'call_transfer'
  | 'error_no_audio_received'
>;

/** What a carrier believes has answered: `machine-end` is the end of a greeting. */
export type AnsweredBy = 'human' | 'machine-start' | 'machine-end';

/** A line of the telephone network to one person. */
export interface PhoneLine extends AudioTransport {
  /** Id of the call at the carrier: CallSid, call_control_id, or Call-ID. */
  readonly carrierCallId: string;
  readonly state: PhoneLineState;
  /** Settles when the other side has answered; never rejects: see `ended`. */
  readonly answered: Promise<void>;
  /** Settles once when the line is over, with the reason. */
  readonly ended: Promise<LineEnd>;
  /** Called with every state from now on. */
  onState(listener: (state: PhoneLineState) => void): void;
  onDigit(listener: (digit: string) => void): void;
  /** What the carrier believes has answered; never called where it does not know. */
  onAnsweredBy(listener: (by: AnsweredBy) => void): void;
  /** Runs the session of the line's call where its sound is, once it is answered; absent where that is this process. */
  readonly createSession?: CallLine['createSession'];
  /** Puts the other side on hold and back. */
  hold?(isHeld: boolean): Promise<void>;
}

/** A call to be placed. */
export interface DialRequest {
  scope: Scope;
  callId: string;
  /** E.164, or a SIP address. */
  from: string;
  to: string;
  /** How long it may ring. */
  ringMs: number;
  /** The carrier ends the call after that. */
  maxMs: number;
  detectsVoicemail: boolean;
  /** Further SIP headers. */
  headers?: Readonly<Record<string, string>>;
}

/** One way to the telephone network. */
export interface LineProvider {
  readonly kind: 'twilio' | 'telnyx' | 'sip';
  /** False where another process has the port of its lines; absent: every process can dial. */
  readonly isConnected?: boolean;
  /** Throws AppError (PROVIDER_REFUSED …) when the call could not even be placed. */
  dial(number: PhoneNumber, request: DialRequest): Promise<PhoneLine>;
}

/** A call that arrives at a number. */
export interface OfferedCall {
  kind: LineProvider['kind'];
  /** E.164. */
  to: string;
  /** '' for a hidden number. */
  from: string;
  carrierCallId: string;
  /** Record of the number that is called, where the line knows it; otherwise it is found by `to`. */
  numberId?: string;
}

/** What becomes of a call that arrives. `begin` resolves once the call has begun, or could not. */
export type OfferAnswer =
  | {
      action: 'answer';
      callId: string;
      begin(line: PhoneLine): Promise<void>;
      /** The caller has gone before there was a line. */
      drop(reason: LineEnd): Promise<void>;
    }
  | { action: 'forward'; to: string }
  /** `full`: there is no place now, here; `busy`: nor anywhere, as long as the calls in progress last. */
  | { action: 'refuse'; cause?: 'full' | 'busy' };

/** Decides by a number's rules what becomes of a call, and registers the one that is answered. */
export interface InboundCalls {
  offer(call: OfferedCall): Promise<OfferAnswer>;
}
