import { readFile } from 'node:fs/promises';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { SipMessage } from '@tendril/sip/message/sip-message';
import type { OwnMedia } from '@tendril/sip/sdp/media-negotiation';
import type { RegistrationState } from '@tendril/sip/session/registration';
import type { SipCall } from '@tendril/sip/session/sip-call';
import type { SipEndpoint } from '@tendril/sip/session/sip-endpoint';
import { makeResponse } from '@tendril/sip/transaction/make-response';
import type { ServerTransaction } from '@tendril/sip/transaction/server-transaction';
import type { SipPeer } from '@tendril/sip/transaction/sip-peer';
import { realClock } from '@tendril/voice/call-clock';
import type { Logger } from 'pino';
import type { Config } from '../../../../platform/config.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { PeerAddresses } from '../../../../platform/egress/peer-addresses.ts';
import { RtpPorts } from '../../../../platform/egress/rtp-ports.ts';
import { openSipSockets, type SipSockets, type SipTls } from '../../../../platform/egress/sip-sockets.ts';
import type { MediaProcess } from '../../calls/public.ts';
import type { DoNotCall } from '../../do-not-call/public.ts';
import { checkDestination, checkTransfer } from '../check-destination.ts';
import type { DialRequest, InboundCalls, LineProvider, PhoneLine } from '../phone-line.ts';
import { CallAdmission, callerOf } from './arriving-call.ts';
import { customHeaders } from './custom-headers.ts';
import { openLineSound } from './open-line-sound.ts';
import { permittedNumber } from './referral-rules.ts';
import { SipLine } from './sip-line.ts';
import type { SipLineParts } from './sip-line-parts.ts';
import { addressAt, openTrunk, type SipTrunk } from './sip-trunk.ts';
import { createSipTrunks, type SipTrunks } from './sip-trunks.ts';
import { TrunkRegistrations } from './trunk-registrations.ts';

const refreshMs = 30_000;
const transferMs = 40_000;
/** A bridged call is nobody's but the trunk's: it has an end all the same. */
const longestMs = 4 * 3_600_000;
/** How long the last BYEs may take. */
const farewellMs = 2000;

/** Headers of our own requests. */
type SipHeaderFields = Readonly<Record<string, string>>;

interface SipLinesParts {
  config: Pick<
    Config,
    'sipPort' | 'sipHost' | 'sipPublicAddress' | 'rtpPorts' | 'sipTlsPort' | 'sipTlsCert' | 'sipTlsKey'
  >;
  db: Database;
  log: Pick<Logger, 'info' | 'warn'>;
  addresses: PeerAddresses;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  /** Whether this process is to have the port; looked at again and again. */
  isWanted?: () => Promise<boolean>;
  /** Carries the sound of lines; absent where it is to stay in this process. */
  media?: MediaProcess | undefined;
}

/** How it stands with the trunk of a number in this process. */
type TrunkState =
  | { kind: 'off' }
  /** Another process of the installation has the port, or another program. */
  | { kind: 'no-port' }
  | { kind: 'fault'; reason: string }
  | { kind: 'ready'; registration: RegistrationState | undefined };

/** Telephone lines over SIP trunks: both ways, by one port. */
export class SipLines implements LineProvider {
  readonly kind = 'sip';
  readonly #parts: SipLinesParts;
  readonly #trunks: SipTrunks;
  readonly #admission: CallAdmission;
  readonly #ports: RtpPorts;
  readonly #lines = new Set<SipLine>();
  readonly #faults = new Map<string, string>();
  #known: readonly SipTrunk[] = [];
  #sockets: SipSockets | undefined;
  #endpoint: SipEndpoint | undefined;
  #registrations: TrunkRegistrations | undefined;
  #inbound: InboundCalls | undefined;
  #doNotCall: Pick<DoNotCall, 'refuse'> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #isClosed = false;
  /** Somebody else has the port. */
  #isRefused = false;

  constructor(parts: SipLinesParts) {
    this.#parts = parts;
    const { db, openCredential, addresses, config } = parts;
    this.#trunks = createSipTrunks({
      ...{ db, openCredential, addresses },
      onFault: (id, error) => this.#faults.set(id, error instanceof AppError ? error.message : 'It failed.'),
    });
    this.#admission = new CallAdmission(this.#trunks, realClock);
    this.#ports = new RtpPorts(config.sipHost, config.rtpPorts);
  }

  /** Calls in progress in this process, bridged ones included. */
  get active(): number {
    return this.#lines.size;
  }

  get isConnected(): boolean {
    return this.#endpoint !== undefined;
  }

  /** Opens the port, where there is one, and registers with the trunks. */
  async listen(inbound: InboundCalls, doNotCall?: Pick<DoNotCall, 'refuse'>): Promise<void> {
    if (this.#parts.config.sipPort === undefined) return;
    this.#inbound = inbound;
    this.#doNotCall = doNotCall;
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), refreshMs).unref();
  }

  /** Opens the port, or gives it up: a process that is there for calls has it, where there is one. */
  async #keepPort(): Promise<void> {
    const isWanted = (await this.#parts.isWanted?.()) ?? true;
    if (isWanted && !this.#endpoint) await this.#openPort();
    if (!this.#endpoint) return;
    if (isWanted) {
      this.#registrations ??= this.#openRegistrations(this.#endpoint);
      return;
    }
    this.#registrations?.close();
    this.#registrations = undefined;
    // Calls in progress keep it until they end.
    if (this.#lines.size === 0 && this.#endpoint.calls === 0) await this.#closePort();
  }

  async #closePort(): Promise<void> {
    this.#endpoint?.close();
    this.#endpoint = undefined;
    await this.#sockets?.close();
    this.#sockets = undefined;
  }

  async #openPort(): Promise<void> {
    const { config, log } = this.#parts;
    const { sipPort: port, sipHost: host, sipPublicAddress: publicAddress } = config;
    if (port === undefined) return;
    // Few servers have the port, so what speaks SIP is loaded here; before it is open, as what arrives is answered at once.
    const { SipEndpoint } = await import('@tendril/sip/session/sip-endpoint');
    try {
      this.#sockets = await openSipSockets({
        ...{ host, port, publicAddress, tls: await this.#readTls() },
        onMessage: (message, peer) => this.#receive(message, peer),
        onFailed: (peer) => this.#endpoint?.transportFailed(peer),
      });
    } catch (error) {
      if (!this.#isRefused)
        log.warn(
          { err: error, port },
          'the ports of SIP trunks cannot be opened; their numbers are not connected here',
        );
      this.#isRefused = true;
      return;
    }
    this.#isRefused = false;
    this.#endpoint = this.#openEndpoint(SipEndpoint, this.#sockets);
  }

  /** What one message does wrong is no other call's end. */
  #receive(message: SipMessage, peer: SipPeer): void {
    try {
      this.#endpoint?.receive(message, peer);
    } catch (error) {
      this.#parts.log.warn({ err: error, peer: peer.address }, 'a message of SIP could not be taken');
    }
  }

  #openRegistrations(endpoint: SipEndpoint): TrunkRegistrations {
    const { log } = this.#parts;
    return new TrunkRegistrations(endpoint, ({ host: trunk }, state) =>
      log.info({ trunk, state: state.kind }, 'registration with a SIP trunk'),
    );
  }

  /** Looks at the numbers of all workspaces again: one of them has changed. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#look().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  stateOf({ id }: Pick<PhoneNumber, 'id'>): TrunkState {
    if (this.#parts.config.sipPort === undefined) return { kind: 'off' };
    if (!this.#endpoint) return { kind: 'no-port' };
    const trunk = this.#known.find(({ number }) => number.id === id);
    if (!trunk) return { kind: 'fault', reason: this.#faults.get(id) ?? 'It is not known yet.' };
    return { kind: 'ready', registration: this.#registrations?.stateOf(trunk) };
  }

  async dial(number: PhoneNumber, request: DialRequest): Promise<PhoneLine> {
    await checkDestination(number, request.to);
    const trunk = await openTrunk(request.scope, number, this.#parts);
    const line = await this.#dial(trunk, request);
    line.limit(request.ringMs + request.maxMs);
    return line;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#refreshing?.catch(() => undefined);
    this.#registrations?.close();
    for (const line of this.#lines) line.hangUp();
    const endsAt = performance.now() + farewellMs;
    while (this.#endpoint && this.#endpoint.calls > 0 && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await this.#closePort();
  }

  /** What encrypted connections are shown; undefined where none are taken. */
  async #readTls(): Promise<SipTls | undefined> {
    const { sipTlsPort: port, sipTlsCert, sipTlsKey } = this.#parts.config;
    if (port === undefined) return undefined;
    if (sipTlsCert === undefined || sipTlsKey === undefined)
      throw new AppError('INVALID_INPUT', 'SIP_TLS_PORT needs SIP_TLS_CERT and SIP_TLS_KEY.');
    const [cert, key] = await Promise.all([readFile(sipTlsCert), readFile(sipTlsKey)]);
    return { port, cert, key };
  }

  async #look(): Promise<void> {
    if (this.#isClosed) return;
    await this.#keepPort();
    this.#faults.clear();
    this.#known = await this.#trunks.refresh();
    this.#registrations?.keep(this.#known);
  }

  #openEndpoint(Endpoint: typeof SipEndpoint, { send, addressFor }: SipSockets): SipEndpoint {
    return new Endpoint({
      ...{ clock: realClock, userAgent: 'Tendril', send, sentBy: addressFor },
      admits: (request, peer) => this.#admission.admits(request, peer),
      permits: (address) => this.#parts.addresses.permits(address, this.#parts.config.sipPort ?? 0),
      onInvite: (transaction) => {
        this.#arrive(transaction).catch((error: unknown) => {
          this.#parts.log.warn({ err: error }, 'a call of a SIP trunk could not be taken');
          transaction.reject(500);
        });
      },
    });
  }

  async #dial(
    trunk: SipTrunk,
    { to, from, ringMs, headers = {} }: Pick<DialRequest, 'to' | 'from' | 'ringMs' | 'headers'>,
    further: SipHeaderFields = {},
  ): Promise<SipLine> {
    const endpoint = this.#endpoint;
    if (!endpoint)
      throw new AppError(
        'PROVIDER_UNAVAILABLE',
        'No running process of this server has the port for SIP trunks (SIP_PORT).',
      );
    const [peer, ...otherPeers] = trunk.peers;
    if (!peer) throw new AppError('PROVIDER_UNAVAILABLE', 'The trunk could not be found.');
    const custom = customHeaders(headers);
    const { login } = trunk;
    const addresses = { to: addressAt(trunk, to), from: addressAt(trunk, from) };
    const line = await this.#open(trunk, peer, 'dialing', from, (media) =>
      endpoint.call({ ...addresses, peer, otherPeers, media, ...(login && { login }) }),
    );
    line.dial(ringMs, { ...custom, ...further });
    return line;
  }

  async #arrive(transaction: ServerTransaction): Promise<void> {
    const { request, peer } = transaction;
    const trunk = this.#admission.trunkOf(transaction);
    const [endpoint, inbound] = [this.#endpoint, this.#inbound];
    if (!trunk || !endpoint || !inbound) return;
    transaction.respond(makeResponse(request, 100));
    const from = callerOf(request);
    const line = await this.#open(trunk, peer, 'ringing', from, (media) =>
      endpoint.accept(transaction, media),
    );
    line.ring();
    const { id: numberId, phoneNumber: to } = trunk.number;
    const offer = { kind: 'sip', to, from, carrierCallId: line.carrierCallId, numberId } as const;
    const answer = await inbound.offer(offer).catch((error: unknown) => {
      line.reject(480);
      throw error;
    });
    const isGone = line.state === 'ended';
    if (answer.action === 'refuse') line.reject(...refusalOf(answer.cause));
    else if (answer.action === 'forward') line.reject(302, { contact: `<${addressAt(trunk, answer.to)}>` });
    else if (isGone || !line.answer()) await answer.drop(await line.ended);
    else {
      line.limit(longestMs);
      await answer.begin(line);
    }
  }

  /** A line with its ports; they are free again when it is over. */
  async #open(
    trunk: SipTrunk,
    peer: SipPeer,
    state: 'dialing' | 'ringing',
    other: string,
    open: (media: OwnMedia) => SipCall,
  ): Promise<SipLine> {
    const { media, config } = this.#parts;
    const opened = await openLineSound(
      { ports: this.#ports, host: config.sipHost, range: config.rtpPorts, media },
      peer.address,
      () => line,
    );
    const address = this.#sockets?.addressFor(peer).host ?? '';
    const { encryptsSound: isEncrypted } = trunk.number.connection;
    const call = open({ address, port: opened.port, isEncrypted });
    const line: SipLine = new SipLine(
      {
        ...{ call, sound: opened.sound, clock: realClock, transferMs },
        // What is behind NAT names an address of its own network; its sound comes from where its messages do.
        reachable: (media) => {
          const isKnown =
            media.address === peer.address || this.#parts.addresses.permits(media.address, media.port);
          return isKnown ? media : { ...media, address: peer.address };
        },
        addressOf: async (number) => {
          await checkTransfer(trunk.number, number);
          return addressAt(trunk, number);
        },
        reach: (number, shown, ringMs, options = {}) =>
          this.#reach(trunk, { to: number, shown: shown === 'transferee' ? other : '', ringMs }, options),
        permit: (referral) => {
          const current = this.#known.find(({ number }) => number.id === trunk.number.id);
          return permittedNumber(referral, {
            trunk: current,
            isSource: (from) => from === peer.address || (!!current && this.#trunks.accepts(current, from)),
            doNotCall: this.#doNotCall,
          });
        },
        onPassed: () => this.#lines.delete(line),
        onClosed: () => {
          opened.close();
          this.#lines.delete(line);
        },
      },
      state,
    );
    this.#lines.add(line);
    return line;
  }

  /** Calls somebody for a line that is to be put through. */
  async #reach(
    trunk: SipTrunk,
    { to, shown, ringMs }: { to: string; shown: string; ringMs: number },
    { headers, earlyListener, signal }: NonNullable<Parameters<SipLineParts['reach']>[3]>,
  ): Promise<SipLine> {
    const from = shown || trunk.number.phoneNumber;
    const line = await this.#dial(trunk, { to, from, ringMs }, headers);
    if (earlyListener) line.playEarlyTo(earlyListener);
    line.limit(longestMs);
    const stop = () => line.hangUp();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    const end = await Promise.race([line.answered, line.ended]);
    signal?.removeEventListener('abort', stop);
    if (end !== undefined) throw new AppError('PROVIDER_REFUSED', `${to} was not reached (${end}).`);
    return line;
  }
}

/** A trunk tries another server at once where this one is full, and this one again soon: calls end all the time. */
function refusalOf(cause: 'full' | 'busy' | undefined): Parameters<SipLine['reject']> {
  if (cause === 'full') return [503, { 'retry-after': '1' }];
  return [cause === 'busy' ? 486 : 480];
}
