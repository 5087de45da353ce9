import type { SipLogin } from '../auth/digest-client.ts';
import { MessageStream } from '../message/message-stream.ts';
import { parseMessage } from '../message/parse-message.ts';
import type { SipMessage } from '../message/sip-message.ts';
import type { AgreedMedia } from '../sdp/media-negotiation.ts';
import type { CallEnd } from '../session/call-end.ts';
import type { CallState } from '../session/call-events.ts';
import type { SipCall } from '../session/sip-call.ts';
import { SipEndpoint } from '../session/sip-endpoint.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { SipPeer, SipTransportKind } from '../transaction/sip-peer.ts';
import { ManualClock } from './manual-clock.ts';

/** What a call has gone through. */
export interface Watched {
  call: SipCall;
  states: CallState[];
  media: AgreedMedia[];
  keys: string[];
  end: CallEnd | undefined;
}

export function watch(call: SipCall): Watched {
  const watched: Watched = { call, states: [], media: [], keys: [], end: undefined };
  call.events = {
    onState: (state) => watched.states.push(state),
    onMedia: (media) => watched.media.push(media),
    onKey: (key) => watched.keys.push(key),
    onEnded: (end) => {
      watched.end = end;
    },
  };
  return watched;
}

/** Two endpoints, and a network between them that may lose what is sent. */
export function sipNetwork(transport: SipTransportKind = 'udp') {
  const clock = new ManualClock();
  const log: string[] = [];
  const network = { loses: (_message: SipMessage, _from: string): boolean => false };
  const admits = { value: true };
  const endpoints = new Map<string, SipEndpoint>();
  const invites: ServerTransaction[] = [];

  function deliver(from: string, to: string, bytes: Uint8Array): void {
    const message = parseMessage(bytes);
    if (!message) throw new Error(`Not a message: ${Buffer.from(bytes)}`);
    log.push(`${from} ${message.kind === 'request' ? message.method : `${message.status}`}`);
    if (network.loses(message, from)) return;
    const peer: SipPeer = { transport, address: from, port: 5060 };
    if (transport === 'udp') endpoints.get(to)?.receive(message, peer);
    else {
      const receive = (found: SipMessage) => endpoints.get(to)?.receive(found, peer);
      new MessageStream({ onMessage: receive, onPing() {}, onBroken() {} }).push(bytes);
    }
  }

  function open(address: string): SipEndpoint {
    const endpoint = new SipEndpoint({
      clock,
      userAgent: 'Test',
      send: (peer, bytes) => void clock.after(1, () => deliver(address, peer.address, bytes)),
      sentBy: () => ({ host: address, port: 5060 }),
      admits: () => admits.value,
      permits: () => true,
      onInvite: (transaction) => invites.push(transaction),
    });
    endpoints.set(address, endpoint);
    return endpoint;
  }

  const [ours, theirs] = [open('10.0.0.1'), open('10.0.0.2')];
  const mediaOf = (address: string) => ({ address, port: 4000, isEncrypted: false });

  return {
    ...{ clock, log, network, admits, invites, ours, theirs },
    /** Calls from ours to theirs, at these places before it. */
    dial(
      ringMs = 30_000,
      login?: SipLogin,
      isEncrypted = false,
      placesBefore: readonly string[] = [],
    ): Watched {
      const [peer, ...otherPeers] = [...placesBefore, '10.0.0.2'].map(
        (address): SipPeer => ({ transport, address, port: 5060 }),
      );
      if (!peer) throw new Error('No place.');
      const call = ours.call({
        to: 'sip:+12025550123@10.0.0.2',
        from: 'sip:+12025550100@10.0.0.1',
        ...{ peer, otherPeers },
        media: { ...mediaOf('10.0.0.1'), isEncrypted },
        ...(login && { login }),
      });
      const watched = watch(call);
      call.dial(ringMs);
      return watched;
    },
    /** Takes the oldest call that has arrived at theirs. */
    accept(): Watched {
      const transaction = invites.shift();
      if (!transaction) throw new Error('No call has arrived.');
      return watch(theirs.accept(transaction, mediaOf('10.0.0.2')));
    },
  };
}

/** Lets promises settle. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
