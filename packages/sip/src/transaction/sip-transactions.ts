import { randomBytes } from 'node:crypto';
import { readCSeq, type SipMessage, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { parseVia } from '../message/via.ts';
import { writeMessage } from '../message/write-message.ts';
import { type ClientEvents, ClientTransaction } from './client-transaction.ts';
import { makeResponse } from './make-response.ts';
import { ServerTransaction } from './server-transaction.ts';
import type { SipClock } from './sip-clock.ts';
import { isReliable, type SipPeer } from './sip-peer.ts';

const cookie = 'z9hG4bK';
/** Requests of others in progress at one time: beyond that nothing new is begun. */
const mostServed = 2000;

interface TransactionParts {
  clock: SipClock;
  /** Sends bytes; whether they arrive is the transactions' matter. */
  send(peer: SipPeer, bytes: Uint8Array): void;
  /** The address and port that a response comes back to. */
  sentBy(peer: SipPeer): { host: string; port: number };
  /** Whether anybody here speaks with this peer; asked before anything is stored or answered. */
  admits(request: SipRequest, peer: SipPeer): boolean;
  onRequest(transaction: ServerTransaction): void;
  /** The ACK of a call that was answered. */
  onAcknowledged(request: SipRequest): void;
}

/** All transactions of an endpoint: finds the one that a message belongs to. */
export class SipTransactions {
  readonly #parts: TransactionParts;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();

  constructor(parts: TransactionParts) {
    this.#parts = parts;
  }

  /** Sends a request, with a Via and branch of its own unless it is a CANCEL, and waits for its response. */
  request(request: SipRequest, peer: SipPeer, events: ClientEvents): ClientTransaction {
    const sent = request.method === 'CANCEL' ? request : this.withVia(request, peer);
    const key = `${parseVia(sent.headers.list('via')[0] ?? '')?.branch} ${sent.method}`;
    const transaction = new ClientTransaction({
      clock: this.#parts.clock,
      request: sent,
      peer,
      send: (message) => this.sendRequest(message, peer),
      events,
      onDone: () => this.#clients.delete(key),
    });
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  /** A copy of a request with a new Via on top. */
  withVia(request: SipRequest, peer: SipPeer): SipRequest {
    const { host, port } = this.#parts.sentBy(peer);
    const shown = host.includes(':') ? `[${host}]` : host;
    const branch = `${cookie}${randomBytes(12).toString('hex')}`;
    const via = `SIP/2.0/${peer.transport.toUpperCase()} ${shown}:${port};branch=${branch};rport`;
    return { ...request, headers: request.headers.copy().set('via', via) };
  }

  /** Sends a message that has no response: an ACK. */
  sendRequest(message: SipRequest, peer: SipPeer): void {
    this.#parts.send(peer, writeMessage(message));
  }

  receive(message: SipMessage, peer: SipPeer): void {
    if (message.kind === 'response') this.#receiveResponse(message, peer);
    else this.#receiveRequest(message, peer);
  }

  /** A connection could not be opened, or is lost: what was sent by it has no response. */
  transportFailed(peer: SipPeer): void {
    for (const transaction of [...this.#clients.values()]) {
      const { transport, address, port } = transaction.peer;
      if (transport === peer.transport && address === peer.address && port === peer.port)
        transaction.fail('transport');
    }
  }

  close(): void {
    for (const transaction of this.#clients.values()) transaction.close();
    for (const transaction of this.#servers.values()) transaction.close();
    this.#clients.clear();
    this.#servers.clear();
  }

  get open(): number {
    return this.#clients.size + this.#servers.size;
  }

  #receiveResponse(response: SipResponse, peer: SipPeer): void {
    const vias = response.headers.list('via');
    const branch = parseVia(vias[0] ?? '')?.branch;
    const transaction = this.#clients.get(`${branch} ${readCSeq(response).method}`);
    // Only the host that was asked may answer; from which of its ports is its own matter.
    if (!transaction || transaction.peer.address !== peer.address || vias.length !== 1) return;
    transaction.receive(response);
  }

  #receiveRequest(request: SipRequest, peer: SipPeer): void {
    const key = serverKey(request, peer);
    const known = this.#servers.get(key);
    if (request.method === 'ACK') {
      known?.acknowledge();
      this.#parts.onAcknowledged(request);
    } else if (known) known.receiveAgain();
    else if (!this.#parts.admits(request, peer)) return;
    else if (request.method === 'CANCEL') this.#cancel(request, peer, key);
    else if (this.#servers.size < mostServed) this.#parts.onRequest(this.#serve(request, peer, key));
  }

  #serve(request: SipRequest, peer: SipPeer, key: string): ServerTransaction {
    const { way, marked } = responseWay(request, peer);
    const transaction = new ServerTransaction({
      clock: this.#parts.clock,
      request: marked,
      peer: way,
      send: (response) => this.#parts.send(way, writeMessage(response)),
      onDone: () => this.#servers.delete(key),
    });
    this.#servers.set(key, transaction);
    return transaction;
  }

  #cancel(request: SipRequest, peer: SipPeer, key: string): void {
    const invite = this.#servers.get(serverKey({ ...request, method: 'INVITE' }, peer));
    const transaction = this.#serve(request, peer, key);
    transaction.respond(makeResponse(transaction.request, invite ? 200 : 481));
    invite?.cancel();
  }
}

/** What makes two requests the same; requests of a sender that sets no branch are distinguished by their numbers. */
function serverKey(request: SipRequest, { address }: SipPeer): string {
  const via = parseVia(request.headers.list('via')[0] ?? '');
  const method = request.method === 'ACK' ? 'INVITE' : request.method;
  if (via?.branch.startsWith(cookie))
    return `${address} ${via.branch} ${via.host} ${via.port ?? ''} ${method}`;
  const { headers } = request;
  return `${address} ${headers.get('call-id')} ${headers.get('from')} ${readCSeq(request).number} ${method}`;
}

/**
 * Responses go to the address that a request came from, never to one that it names; the port is that of the Via
 * unless it asks for its own (RFC 3581).
 */
function responseWay(request: SipRequest, peer: SipPeer): { way: SipPeer; marked: SipRequest } {
  const [top = '', ...others] = request.headers.list('via');
  const via = parseVia(top);
  const wantsPort = via?.params.has('rport') === true;
  const named = via?.port ?? (peer.transport === 'tls' ? 5061 : 5060);
  const port = isReliable(peer) || wantsPort ? peer.port : named;
  const marks = `;received=${peer.address}${wantsPort ? `;rport=${peer.port}` : ''}`;
  const first = `${top.replace(/;\s*(received|rport)\b[^;]*/gi, '')}${marks}`;
  const headers = request.headers.copy().set('via', [first, ...others].join(', '));
  return { way: { ...peer, port }, marked: { ...request, headers } };
}
