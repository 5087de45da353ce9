import { describe, expect, it } from 'vitest';
import type { SipMessage, SipRequest } from '../message/sip-message.ts';
import type { AgreedMedia } from '../sdp/media-negotiation.ts';
import { settle, sipNetwork } from '../testing/sip-network.ts';
import { makeResponse } from '../transaction/make-response.ts';

const descriptionOf = (port: number) =>
  Buffer.from(
    [
      ...['v=0', 'o=- 1 1 IN IP4 10.0.0.2', 's=-', 'c=IN IP4 10.0.0.2', 't=0 0'],
      ...[`m=audio ${port} RTP/AVP 0 101`, 'a=rtpmap:101 telephone-event/8000', ''],
    ].join('\r\n'),
  );

/** A call to somebody whose responses are written here. */
function ringing(ringMs = 30_000) {
  const network = sipNetwork();
  const acknowledged: SipRequest[] = [];
  network.network.loses = (message: SipMessage) => {
    if (message.kind === 'request' && message.method === 'PRACK') acknowledged.push(message);
    return false;
  };
  const caller = network.dial(ringMs);
  const early: AgreedMedia[] = [];
  caller.call.events = { ...caller.call.events, onEarlyMedia: (media) => early.push(media) };
  network.clock.advance(10);
  const [invite] = network.invites;
  if (!invite) throw new Error('No call has arrived.');

  function respond(status: number, toTag: string, port?: number, reliable?: string): void {
    const headers = {
      contact: `<sip:${toTag}@10.0.0.2:5060>`,
      ...(reliable !== undefined && { require: '100rel', rseq: reliable }),
    };
    const body = port === undefined ? {} : { body: { type: 'application/sdp', bytes: descriptionOf(port) } };
    invite?.respond(makeResponse(invite.request, status, { toTag, headers, ...body }));
    network.clock.advance(10);
  }

  const racks = () => acknowledged.map(({ headers }) => headers.get('rack'));
  return { network, caller, early, acknowledged, racks, invite, respond };
}

describe('sound before the answer', () => {
  it('is agreed on by a 183, and the call is answered by the 200 alone', async () => {
    const { network, caller, early, respond } = ringing();
    respond(183, 'a', 6000);
    expect([caller.states, caller.media, early.map(({ port }) => port)]).toEqual([['ringing'], [], [6000]]);
    respond(200, 'a', 6002);
    await settle();
    expect([caller.states, caller.media.map(({ port }) => port)]).toEqual([['ringing', 'answered'], [6002]]);
    network.clock.advance(200_000);
  });

  it('of several who ring is each one’s own, and the call is with the one who answers', () => {
    const { network, caller, early, respond } = ringing();
    respond(183, 'a', 6000);
    respond(183, 'b', 7000);
    respond(180, 'c');
    expect(early.map(({ port }) => port)).toEqual([6000, 7000]);
    respond(200, 'a', 6000);
    expect(caller.media.map(({ port }) => port)).toEqual([6000]);
    expect(caller.call.dialog.remoteTag).toBe('a');
    expect(network.log.filter((line) => line === '10.0.0.1 ACK')).toHaveLength(1);
  });

  it('that was agreed on reliably need not be described again by the answer', () => {
    const { caller, racks, respond } = ringing();
    respond(183, 'a', 6000, '41');
    respond(200, 'a');
    expect([racks(), caller.media.map(({ port }) => port)]).toEqual([['41 1 INVITE'], [6000]]);
    expect(caller.states).toEqual(['ringing', 'answered']);
  });

  it('that is no sound, or one that we do not speak, changes nothing', () => {
    const { caller, early, invite, respond } = ringing();
    const body = { type: 'application/sdp', bytes: Buffer.from('v=0\r\nm=audio 1 RTP/AVP 99\r\n') };
    invite.respond(makeResponse(invite.request, 183, { toTag: 'a', headers: {}, body }));
    respond(180, 'a');
    respond(200, 'a', 6000);
    expect([early, caller.states]).toEqual([[], ['ringing', 'answered']]);
  });
});

describe('a reliable response', () => {
  it('is acknowledged in its own dialog, once however often it comes, and never out of turn', () => {
    const { acknowledged, racks, respond } = ringing();
    respond(180, 'a', undefined, '7');
    respond(180, 'a', undefined, '7');
    // The one between is on its way: it is acknowledged when it is there.
    respond(183, 'a', undefined, '9');
    respond(183, 'a', undefined, '8');
    respond(183, 'a', undefined, '9');
    respond(180, 'b', undefined, '500');
    expect(racks()).toEqual(['7 1 INVITE', '8 1 INVITE', '9 1 INVITE', '500 1 INVITE']);
    expect(acknowledged.map(({ uri }) => uri)).toEqual([
      ...Array.from({ length: 3 }, () => 'sip:a@10.0.0.2:5060'),
      'sip:b@10.0.0.2:5060',
    ]);
    const numbers = acknowledged.map(({ headers }) => Number.parseInt(headers.get('cseq') ?? '', 10));
    expect(numbers).toEqual([2, 3, 4, 5]);
  });

  it.each(['', '0', '-1', '99999999999', '4294967296', '1; DROP', '1 2'])(
    'ATK: numbered %j is not acknowledged',
    (number) => {
      const { caller, racks, respond } = ringing();
      respond(180, 'a', undefined, number);
      expect([racks(), caller.states]).toEqual([[], []]);
    },
  );

  it('ATK: of a flood of them, and of forks without end, few are acknowledged', () => {
    const { network, racks, respond } = ringing(60_000);
    for (let fork = 0; fork < 40; fork += 1)
      for (let number = 1; number < 40; number += 1) respond(180, `fork${fork}`, undefined, String(number));
    expect(racks()).toHaveLength(64);
    network.clock.advance(400_000);
    expect([network.ours.calls, network.ours.transactions]).toEqual([0, 0]);
  });
});

describe('a caller who requires reliable responses', () => {
  /** A call to us whose INVITE requires them; what arrives is written down. */
  function arriving() {
    const network = sipNetwork();
    const responses: { status: number; rseq: string | undefined }[] = [];
    network.network.loses = (message) => {
      if (message.kind === 'request' && message.method === 'INVITE') message.headers.set('require', '100rel');
      if (message.kind === 'response' && message.status !== 481)
        responses.push({ status: message.status, rseq: message.headers.get('rseq') });
      return false;
    };
    const caller = network.dial(120_000);
    network.clock.advance(10);
    const callee = network.accept();
    return { network, caller, callee, responses };
  }

  it('hears ringing that he acknowledges, and that is not repeated then', async () => {
    const { network, caller, callee, responses } = arriving();
    callee.call.ring();
    network.clock.advance(5000);
    expect(responses).toEqual([
      { status: 180, rseq: '1' },
      { status: 200, rseq: undefined },
    ]);
    callee.call.answer();
    network.clock.advance(10);
    await settle();
    expect([caller.states, callee.states]).toEqual([
      ['ringing', 'answered'],
      ['ringing', 'answered'],
    ]);
    caller.call.hangUp();
    network.clock.advance(200_000);
    expect([network.ours.calls, network.theirs.calls, network.clock.pending]).toEqual([0, 0, 0]);
  });

  it('and never acknowledges is given up after 32 seconds, with the repetitions of the standard', () => {
    const { network, callee, responses } = arriving();
    const { loses } = network.network;
    network.network.loses = (message, from) =>
      (message.kind === 'request' && message.method === 'PRACK') || loses(message, from);
    callee.call.ring();
    network.clock.advance(31_000);
    expect(responses.filter(({ status }) => status === 180)).toHaveLength(6);
    expect(callee.end).toBeUndefined();
    network.clock.advance(2000);
    expect(callee.end).toEqual({ cause: 'refused', status: 500 });
    network.clock.advance(400_000);
    expect([network.theirs.calls, network.theirs.transactions]).toEqual([0, 0]);
  });

  it.each(['2 1 INVITE', '1 9 INVITE', '1 1 BYE', '', 'x'])(
    'ATK: a PRACK about something else (%s) acknowledges nothing',
    (rack) => {
      const { callee } = arriving();
      callee.call.ring();
      const answers: number[] = [];
      const receive = (cseq: number, value: string) =>
        callee.call.receive({
          request: {
            ...{ kind: 'request', method: 'PRACK', uri: 'sip:x@10.0.0.2', body: new Uint8Array(0) },
            headers: callee.call.dialog
              .request('PRACK', { headers: { rack: value } })
              .headers.set('cseq', `${cseq} PRACK`),
          },
          reject: (status: number) => answers.push(status),
        } as never);
      receive(20, rack);
      receive(21, '1 1 INVITE');
      receive(22, '1 1 INVITE');
      expect(answers).toEqual([481, 200, 481]);
    },
  );
});
