import type { SipHeaders } from './sip-headers.ts';

/** A question to the other side. */
export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  /** As it stands in the first line. */
  readonly uri: string;
  readonly headers: SipHeaders;
  readonly body: Uint8Array;
}

/** An answer to a request. */
export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: SipHeaders;
  readonly body: Uint8Array;
}

export type SipMessage = SipRequest | SipResponse;

export const noBody = new Uint8Array(0);

/** The number and method of a CSeq header. */
export function readCSeq({ headers }: Pick<SipMessage, 'headers'>): { number: number; method: string } {
  const [number, method] = (headers.get('cseq') ?? '').split(/\s+/);
  return { number: Number(number), method: method ?? '' };
}
