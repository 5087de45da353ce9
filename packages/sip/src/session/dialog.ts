import { randomBytes } from 'node:crypto';
import { parseNameAddress, tagOf } from '../message/name-address.ts';
import { SipHeaders } from '../message/sip-headers.ts';
import { noBody, readCSeq, type SipRequest, type SipResponse } from '../message/sip-message.ts';

/** A new tag, which cannot be guessed outside of a call. */
export function newTag(): string {
  return randomBytes(10).toString('hex');
}

interface DialogParts {
  callId: string;
  /** Our From or To with its tag, and that of the other side. */
  local: string;
  remote: string;
  /** Where requests are addressed to. */
  target: string;
  routes?: readonly string[];
  /** Our Contact header. */
  contact: string;
  userAgent: string;
  /** Counts our requests. */
  count?: { last: number };
}

interface RequestExtras {
  headers?: Readonly<Record<string, string>>;
  body?: { type: string; bytes: Uint8Array };
}

/** The relation of two sides during a call: who they are, where requests go, and how they are counted. */
export class Dialog {
  readonly callId: string;
  readonly local: string;
  remote: string;
  target: string;
  routes: readonly string[];
  /** Our Contact header. */
  readonly contact: string;
  readonly #userAgent: string;
  readonly #count: { last: number };
  #remoteNumber = -1;

  constructor(parts: DialogParts) {
    const { callId, local, remote, target, routes = [], contact, userAgent, count = { last: 0 } } = parts;
    this.callId = callId;
    this.local = local;
    this.remote = remote;
    this.target = target;
    this.routes = routes;
    this.contact = contact;
    this.#userAgent = userAgent;
    this.#count = count;
  }

  /** The dialog that an INVITE of the other side opens. */
  static incoming(invite: SipRequest, parts: { contact: string; userAgent: string }): Dialog {
    const { headers } = invite;
    const dialog = new Dialog({
      callId: headers.get('call-id') ?? '',
      local: `${headers.get('to')};tag=${newTag()}`,
      remote: headers.get('from') ?? '',
      target: '',
      routes: headers.list('record-route'),
      ...parts,
    });
    dialog.takeTarget(invite.headers);
    dialog.follows(invite);
    return dialog;
  }

  /** The dialog with one of those who ring; its requests are counted with ours. */
  early(response: SipResponse): Dialog {
    const { callId, local, remote, target, routes, contact } = this;
    const rest = { userAgent: this.#userAgent, count: this.#count };
    const dialog = new Dialog({ callId, local, remote, target, routes, contact, ...rest });
    dialog.confirm(response);
    return dialog;
  }

  get localTag(): string {
    return tagOf(this.local) ?? '';
  }

  get remoteTag(): string | undefined {
    return tagOf(this.remote);
  }

  /** The other side has answered our INVITE: from here on requests go where it says. */
  confirm(response: SipResponse): void {
    this.remote = response.headers.get('to') ?? this.remote;
    this.routes = response.headers.list('record-route').toReversed();
    this.takeTarget(response.headers);
  }

  /** The Contact of a message is where further requests are addressed to. */
  takeTarget(headers: SipHeaders): void {
    const contact = parseNameAddress(headers.list('contact')[0] ?? '');
    if (contact) this.target = contact.address;
  }

  /** Whether a request of the other side comes in its turn. */
  follows(request: SipRequest): boolean {
    const { number } = readCSeq(request);
    if (number <= this.#remoteNumber) return false;
    this.#remoteNumber = number;
    return true;
  }

  /** The next request of ours. */
  request(method: string, { headers = {}, body }: RequestExtras = {}): SipRequest {
    this.#count.last += 1;
    return this.#make(method, this.#count.last, headers, body);
  }

  /** The ACK of an INVITE that was answered by 2xx. */
  acknowledge(invite: SipRequest): SipRequest {
    const ack = this.#make('ACK', readCSeq(invite).number, {});
    for (const name of ['authorization', 'proxy-authorization'])
      for (const value of invite.headers.all(name)) ack.headers.add(name, value);
    return ack;
  }

  /** A request again, with what its answer has asked for: it counts as a new one. */
  renumber(request: SipRequest): SipRequest {
    this.#count.last += 1;
    const headers = request.headers.copy().set('cseq', `${this.#count.last} ${request.method}`);
    return { ...request, headers };
  }

  #make(
    method: string,
    number: number,
    extras: Readonly<Record<string, string>>,
    body?: RequestExtras['body'],
  ): SipRequest {
    const headers = new SipHeaders();
    headers.add('via', 'SIP/2.0/UDP 0.0.0.0').add('max-forwards', '70');
    headers.add('from', this.local).add('to', this.remote);
    headers.add('call-id', this.callId).add('cseq', `${number} ${method}`);
    for (const route of this.routes) headers.add('route', route);
    if (method !== 'BYE' && method !== 'ACK') headers.add('contact', this.contact);
    headers.add('user-agent', this.#userAgent);
    for (const [name, value] of Object.entries(extras)) headers.set(name, value);
    if (body) headers.add('content-type', body.type);
    return { kind: 'request', method, uri: this.target, headers, body: body?.bytes ?? noBody };
  }
}
