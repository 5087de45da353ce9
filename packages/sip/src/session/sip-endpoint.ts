import { randomBytes } from 'node:crypto';
import { DigestClient, type SipLogin } from '../auth/digest-client.ts';
import { parseNameAddress, tagOf } from '../message/name-address.ts';
import type { SipMessage, SipRequest } from '../message/sip-message.ts';
import type { OwnMedia } from '../sdp/media-negotiation.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { SipClock } from '../transaction/sip-clock.ts';
import type { SipPeer } from '../transaction/sip-peer.ts';
import { SipTransactions } from '../transaction/sip-transactions.ts';
import { allowedMethods } from './call-events.ts';
import { Dialog, newTag } from './dialog.ts';
import { Registration, type RegistrationState } from './registration.ts';
import { SipCall } from './sip-call.ts';

interface EndpointParts {
  clock: SipClock;
  userAgent: string;
  send(peer: SipPeer, bytes: Uint8Array): void;
  /** Our address as a peer reaches it. */
  sentBy(peer: SipPeer): { host: string; port: number };
  /** Whether a peer may speak with us outside of a call; of others nothing is stored and nothing answered. */
  admits(request: SipRequest, peer: SipPeer): boolean;
  /** Whether requests of a call may go to an address that the other side names. */
  permits(address: string): boolean;
  /** A call arrives: it has to be taken by `accept`, or rejected. */
  onInvite(transaction: ServerTransaction): void;
}

interface DialParts {
  /** Addresses: `sip:+1202…@host`. */
  to: string;
  from: string;
  peer: SipPeer;
  /** Further places, in the order in which they are tried when one is silent or out of service. */
  otherPeers?: readonly SipPeer[];
  media: OwnMedia;
  login?: SipLogin;
}

interface RegisterParts {
  account: string;
  registrar: string;
  login: SipLogin;
  peer: SipPeer;
  locate(): Promise<SipPeer>;
  failOver?(): boolean;
  onState(state: RegistrationState): void;
}

const known = new Set(['timer', '100rel']);

/** Our side of SIP: calls in both directions and registrations, over whatever carries messages. */
export class SipEndpoint {
  readonly #parts: EndpointParts;
  readonly #transactions: SipTransactions;
  readonly #calls = new Map<string, SipCall>();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    const { clock, send, sentBy } = parts;
    this.#transactions = new SipTransactions({
      ...{ clock, send, sentBy },
      admits: (request, peer) => this.#callOf(request) !== undefined || parts.admits(request, peer),
      onRequest: (transaction) => this.#request(transaction),
      onAcknowledged: (request) => this.#callOf(request)?.acknowledged(request),
    });
  }

  /** Calls that somebody still has to end. */
  get calls(): number {
    return this.#calls.size;
  }

  /** Transactions in progress. */
  get transactions(): number {
    return this.#transactions.open;
  }

  receive(message: SipMessage, peer: SipPeer): void {
    this.#transactions.receive(message, peer);
  }

  transportFailed(peer: SipPeer): void {
    this.#transactions.transportFailed(peer);
  }

  /** A call of ours; it begins with `dial`. */
  call({ to, from, peer, otherPeers = [], media, login }: DialParts): SipCall {
    const dialog = new Dialog({
      callId: randomBytes(16).toString('hex'),
      ...{ local: `<${from}>;tag=${newTag()}`, remote: `<${to}>`, target: to },
      ...this.#identity(peer),
    });
    return this.#open(dialog, [peer, ...otherPeers], media, login && new DigestClient(login));
  }

  /** The call that an INVITE begins. */
  accept(transaction: ServerTransaction, media: OwnMedia): SipCall {
    const { request, peer } = transaction;
    const call = this.#open(Dialog.incoming(request, this.#identity(peer)), [peer], media, undefined);
    call.take(transaction);
    return call;
  }

  register({ peer, login, ...parts }: RegisterParts): Registration {
    const { clock } = this.#parts;
    const registration = new Registration({
      ...{ clock, transactions: this.#transactions, login: new DigestClient(login) },
      ...parts,
      ...this.#identity(peer),
    });
    registration.start();
    return registration;
  }

  /** Forgets everything without a word; calls have to be hung up before. */
  close(): void {
    this.#transactions.close();
    this.#calls.clear();
  }

  #identity(peer: SipPeer): { contact: string; userAgent: string } {
    const { host, port } = this.#parts.sentBy(peer);
    const shown = host.includes(':') ? `[${host}]` : host;
    const transport = peer.transport === 'udp' ? '' : `;transport=${peer.transport}`;
    return { contact: `<sip:agent@${shown}:${port}${transport}>`, userAgent: this.#parts.userAgent };
  }

  #open(
    dialog: Dialog,
    [first, ...others]: readonly [SipPeer, ...SipPeer[]],
    media: OwnMedia,
    login: DigestClient | undefined,
  ): SipCall {
    let peer = first;
    const key = `${dialog.callId} ${dialog.localTag}`;
    const call = new SipCall({
      ...{ clock: this.#parts.clock, transactions: this.#transactions, dialog, media, login },
      // Before anybody has answered, requests go to whom the call was given to.
      peerOf: ({ routes, target, remoteTag }) =>
        remoteTag === undefined ? peer : this.#nextHop(routes[0] ?? target, peer),
      nextPlace: {
        has: () => others.length > 0,
        take() {
          peer = others.shift() ?? peer;
        },
      },
      onDone: () => this.#calls.delete(key),
    });
    this.#calls.set(key, call);
    return call;
  }

  /**
   * Where a request of a call goes: to the first proxy of its route, or to the other side itself, where that is an
   * address that may be reached. What is behind NAT names an address of its own network: it is reached through the peer
   * that the call began with.
   */
  #nextHop(address: string, peer: SipPeer): SipPeer {
    const uri = (parseNameAddress(address) ?? parseNameAddress(`<${address}>`))?.uri;
    if (!uri || peer.transport !== 'udp') return peer;
    const isSame = uri.host === peer.address;
    if (!/^[\d.]+$|:/.test(uri.host) || (!isSame && !this.#parts.permits(uri.host))) return peer;
    return { ...peer, address: uri.host, port: uri.port ?? 5060 };
  }

  #callOf(request: SipRequest): SipCall | undefined {
    const tag = tagOf(request.headers.get('to'));
    const call = this.#calls.get(`${request.headers.get('call-id')} ${tag}`);
    return call?.isWith(tagOf(request.headers.get('from'))) ? call : undefined;
  }

  #request(transaction: ServerTransaction): void {
    const { request } = transaction;
    const call = this.#callOf(request);
    const missing = request.headers.list('require').filter((name) => !known.has(name.toLowerCase()));
    if (missing.length > 0) transaction.reject(420, { unsupported: missing.join(', ') }, newTag());
    else if (call) call.receive(transaction);
    else if (tagOf(request.headers.get('to')) !== undefined) transaction.reject(481);
    else if (request.method === 'INVITE') this.#parts.onInvite(transaction);
    else if (request.method === 'OPTIONS') transaction.reject(200, { allow: allowedMethods }, newTag());
    else transaction.reject(405, { allow: allowedMethods }, newTag());
  }
}
