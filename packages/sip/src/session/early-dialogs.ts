import { tagOf } from '../message/name-address.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { sdpType } from '../sdp/media-negotiation.ts';
import type { Dialog } from './dialog.ts';

/** A proxy that calls more telephones at once is not followed to all of them. */
const mostForks = 8;
/** Reliable responses that are acknowledged during one call: more of them only keep us busy. */
const mostAcknowledged = 64;

interface EarlyDialog {
  dialog: Dialog;
  /** Number of its last reliable response. */
  last: number | undefined;
  /** What it has said of its sound. */
  description: Uint8Array | undefined;
}

interface EarlyParts {
  dialog: Dialog;
  ask(request: SipRequest, dialog: Dialog): void;
}

/**
 * Those who ring after an INVITE of ours: a proxy may have sent it to several, each with a tag and a sound of its own.
 * Reliable responses are acknowledged (RFC 3262), each once and in their order.
 */
export class EarlyDialogs {
  readonly #parts: EarlyParts;
  readonly #dialogs = new Map<string, EarlyDialog>();
  #acknowledged = 0;

  constructor(parts: EarlyParts) {
    this.#parts = parts;
  }

  /** Takes a provisional response to the INVITE of this number; false when it is a repetition, or not in its turn. */
  take(response: SipResponse, inviteNumber: number): boolean {
    const tag = tagOf(response.headers.get('to'));
    const early = tag === undefined ? undefined : this.#find(tag, response);
    const isReliable = response.headers.has('require', '100rel');
    if (!early) return !isReliable;
    if (isReliable && !this.#acknowledge(early, response, inviteNumber)) return false;
    const isDescribed = response.headers.get('content-type')?.toLowerCase().startsWith(sdpType);
    if (isDescribed && response.body.length > 0) early.description = response.body;
    return true;
  }

  /** The dialog with one of those who ring. */
  dialogOf(tag: string | undefined): Dialog | undefined {
    return this.#dialogs.get(tag ?? '')?.dialog;
  }

  /** What a side has last said of its sound. */
  descriptionOf({ headers }: SipResponse): Uint8Array | undefined {
    return this.#dialogs.get(tagOf(headers.get('to')) ?? '')?.description;
  }

  /** The answer of who has picked up: what was agreed on before need not be repeated by it. */
  answerOf(response: SipResponse): Uint8Array {
    return (response.body.length === 0 && this.descriptionOf(response)) || response.body;
  }

  #find(tag: string, response: SipResponse): EarlyDialog | undefined {
    const known = this.#dialogs.get(tag);
    if (known || this.#dialogs.size >= mostForks) return known;
    const made = { dialog: this.#parts.dialog.early(response), last: undefined, description: undefined };
    this.#dialogs.set(tag, made);
    return made;
  }

  #acknowledge(early: EarlyDialog, response: SipResponse, inviteNumber: number): boolean {
    const text = response.headers.get('rseq') ?? '';
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    const isNext = early.last === undefined || number === early.last + 1;
    if (number < 1 || number >= 2 ** 32 || !isNext || this.#acknowledged >= mostAcknowledged) return false;
    early.last = number;
    this.#acknowledged += 1;
    const headers = { rack: `${number} ${inviteNumber} INVITE` };
    this.#parts.ask(early.dialog.request('PRACK', { headers }), early.dialog);
    return true;
  }
}
