import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { carrierAddresses } from './carrier-addresses.ts';
import type { PhoneLine } from './phone-line.ts';
import { telnyxCalls } from './telnyx/telnyx-calls.ts';
import { createTelnyxLines } from './telnyx/telnyx-lines.ts';
import { twilioCalls } from './twilio/twilio-calls.ts';
import { createTwilioLines } from './twilio/twilio-lines.ts';

const scope = { workspaceId: 'w' };
const number: PhoneNumber = readPhoneNumber({ id: 'n', phoneNumber: '+12025550123' });
const other = '+12025550150';
const request = {
  scope,
  callId: 'call',
  from: number.phoneNumber,
  to: '+12025550188',
  ringMs: 20_000,
  maxMs: 60_000,
  detectsVoicemail: false,
};
const addresses = carrierAddresses({ publicUrl: 'https://calls.example', mediaUrl: undefined });
const home = { id: 'here', nameOwner: (token: string) => `here.${token}` };
const inbound = () => {
  throw new Error('No call arrives.');
};

let carrier: PlayedCarrier;
let sids = 0;

beforeEach(async () => {
  carrier = await playCarrier();
  carrier.play((_, response) => {
    sids += 1;
    const answer = { sid: `CA${sids}`, data: { call_control_id: `v3:${sids}` } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
afterEach(() => carrier.close());

const twilio = () => {
  const secret = { accountSid: 'AC1', authToken: 't', baseUrl: carrier.url };
  return createTwilioLines({
    addresses,
    inbound,
    home,
    onExpected: () => {},
    open: async () => twilioCalls({ secret, egress: { fetch }, timeoutMs: 5000 }),
  });
};
const telnyx = () => {
  const secret = { apiKey: 'k', connectionId: 'c', baseUrl: carrier.url };
  return createTelnyxLines({
    addresses,
    inbound,
    home,
    onExpected: () => {},
    open: async () => telnyxCalls({ secret, egress: { fetch }, timeoutMs: 5000 }),
  });
};
const handoff = { text: 'Frau Meier fragt nach ihrer Rechnung.', language: 'de-DE' };
const transfer = (line: PhoneLine, kind: 'cold' | 'warm') =>
  line.transfer?.({ number: other, kind, displayedNumber: 'agent', ...(kind === 'warm' && { handoff }) });
const statesOf = (line: PhoneLine) => {
  const states: string[] = [];
  line.onState((state) => states.push(state));
  return states;
};
async function commands(count: number): Promise<string[]> {
  while (carrier.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return carrier.requests.map(({ path, body }) => `${path} ${decodeURIComponent(body.replaceAll('+', ' '))}`);
}

/** One carrier: a line over it, and what it says of the person who is called for a transfer. */
const carriers = {
  twilio: () => {
    const lines = twilio();
    const legUrl = () => new URLSearchParams(carrier.requests[1]?.body).get('StatusCallback') ?? '';
    const say = (fields: Record<string, string>) => {
      const leg = new URL(legUrl()).searchParams.get('leg') ?? '';
      lines.note(number, new URLSearchParams({ CallSid: 'CA-leg', ...fields }), { leg });
    };
    return {
      open: () => lines.provider.dial(number, request),
      async say(news: 'answered' | 'human' | 'machine' | 'told' | 'ended') {
        if (news === 'answered') say({ CallStatus: 'in-progress' });
        else if (news === 'told') say({ StatusCallbackEvent: 'participant-join' });
        else if (news === 'ended') say({ CallStatus: 'no-answer' });
        else say({ AnsweredBy: news === 'human' ? 'human' : 'machine_start' });
      },
      hangUp: () =>
        lines.note(number, new URLSearchParams({ CallStatus: 'completed' }), { line: request.callId }),
      isCancelled: (path: string) => /Calls\/CA\d+\.json Status=completed$/.test(path),
      isJoined: (path: string) => path.includes('<Conference'),
    };
  },
  telnyx: () => {
    const lines = telnyx();
    const note = async (type: string, about: object, payload: object = {}) => {
      const event = { data: { event_type: type, payload: { call_control_id: 'v3:leg', ...payload } } };
      await lines.note(scope, number, Buffer.from(JSON.stringify(event)), about);
    };
    return {
      open: () => lines.provider.dial(number, request),
      async say(news: 'answered' | 'human' | 'machine' | 'told' | 'ended') {
        const { webhook_url: url } = JSON.parse(carrier.requests[1]?.body ?? '') as { webhook_url: string };
        const leg = { leg: new URL(url).searchParams.get('leg') ?? '' };
        if (news === 'answered') await note('call.answered', leg);
        else if (news === 'told') await note('call.speak.ended', leg);
        else if (news === 'ended') await note('call.hangup', leg, { hangup_cause: 'timeout' });
        else await note('call.machine.detection.ended', leg, { result: news });
      },
      hangUp: () =>
        note(
          'call.hangup',
          { line: request.callId },
          { call_control_id: 'v3:1', hangup_cause: 'normal_clearing' },
        ),
      isCancelled: (path: string) => path.includes('/actions/hangup'),
      isJoined: (path: string) => path.includes('/actions/bridge'),
    };
  },
};

describe.each(['twilio', 'telnyx'] as const)('a transfer over %s', (kind) => {
  async function begin(how: 'cold' | 'warm') {
    sids = 0;
    const played = carriers[kind]();
    const line = await played.open();
    const states = statesOf(line);
    const done = transfer(line, how)?.then(
      () => 'connected',
      (error: Error) => error.message,
    );
    await commands(2);
    return { ...played, line, states, done };
  }
  const all = () => commands(0);

  it('cold: is done once somebody has answered, and not before', async () => {
    const { line, states, done, say, isJoined } = await begin('cold');
    expect((await all()).slice(2)).toEqual([]);
    await say('answered');
    expect(await done).toBe('connected');
    const commanded = await all();
    expect(commanded).toHaveLength(3);
    expect(commanded.filter(isJoined).at(-1)).toBe(commanded[2]);
    await line.close();
    expect([await line.ended, (await all()).length]).toEqual(['call_transfer', 3]);
    expect(states).toEqual(['transferring', 'ended']);
  });

  it('warm: the person is told first, and both are connected after the last word', async () => {
    const { states, done, say, isJoined } = await begin('warm');
    const spoken = {
      twilio: `<Say language="de-DE">${handoff.text}</Say>`,
      telnyx: `/actions/speak {"payload":"${handoff.text}","voice":"female","language":"de-DE"}`,
    };
    const joined = async () => (await all()).slice(2).filter(isJoined).length;
    await say('answered');
    await say('human');
    await expect.poll(async () => (await all()).join()).toContain(spoken[kind]);
    expect(await joined()).toBe(0);
    await say('told');
    expect(await done).toBe('connected');
    expect([await joined(), states]).toEqual([1, ['on-hold', 'transferring']]);
  });

  it.each(['cold', 'warm'] as const)('%s to nobody: the caller has never left', async (how) => {
    const { line, done, say, isCancelled } = await begin(how);
    const before = 'dialing';
    await say('ended');
    expect([await done, line.state]).toEqual(['nobody answered there', before]);
    // Who has gone by themselves is not hung up.
    expect((await all()).slice(2).filter(isCancelled)).toEqual([]);
    await line.close();
    expect(await line.ended).toBe('user_hangup');
  });

  it('a mailbox that answers a warm one is hung up, and not connected', async () => {
    const { done, say, isCancelled, isJoined } = await begin('warm');
    await say('answered');
    await say('machine');
    expect(await done).toBe('a machine answered there');
    const after = (await all()).slice(2);
    expect([after.filter(isCancelled).length, after.filter(isJoined)]).toEqual([1, []]);
  });

  it.each(['cold', 'warm'] as const)(
    'a caller who hangs up while it rings (%s) has hung up, and it rings no more',
    async (how) => {
      const { line, done, hangUp, isCancelled } = await begin(how);
      await hangUp();
      expect([await line.ended, await done]).toEqual(['user_hangup', 'the caller hung up']);
      expect((await all()).slice(2).filter(isCancelled)).toHaveLength(1);
    },
  );
});

describe('transfers', () => {
  it('on Twilio in the caller’s name: the call itself is dialled on', async () => {
    const lines = twilio();
    const line = await lines.provider.dial(number, request);
    await line.transfer?.({ number: other, kind: 'cold', displayedNumber: 'transferee' });
    expect((await commands(2))[1]).toContain(
      `<Dial callerId="${number.phoneNumber}" timeout="30"><Number>${other}`,
    );
    await line.close();
    expect([await line.ended, carrier.requests.length]).toEqual(['call_transfer', 2]);
  });

  it('on Twilio both leave the room together', async () => {
    const { say, open } = carriers.twilio();
    const line = await open();
    const done = transfer(line, 'cold');
    const [, ring = ''] = await commands(2);
    await say('answered');
    await done;
    const room = /<Conference[^>]*>([^<]+)</.exec(ring)?.[1];
    expect((await commands(3))[2]).toContain(`endConferenceOnExit="true">${room}<`);
  });

  it('keys are pressed by Telnyx', async () => {
    const line = await telnyx().provider.dial(number, request);
    line.press?.('12#');
    expect((await commands(2))[1]).toContain('/actions/send_dtmf {"digits":"12#"}');
  });
});

describe('who signs for a number', () => {
  const another = { ...number, id: `${number.id}-of-somebody-else` };
  const ended = new URLSearchParams({ CallStatus: 'completed', CallSid: 'CA-known' });

  it('ATK-067: ends no call of another one on Twilio, and gets no token of its stream', async () => {
    const answered = {
      action: 'answer',
      callId: 'call',
      begin: async () => {},
      drop: async () => {},
    } as const;
    const lines = createTwilioLines({
      addresses,
      home,
      onExpected: () => {},
      inbound: () => ({ offer: async () => answered }),
      open: async () => twilioCalls({ secret: {}, egress: { fetch }, timeoutMs: 5000 }),
    });
    const first = await lines.answer(request.scope, number, ended);
    expect(await lines.answer(request.scope, number, ended)).toBe(first);
    expect(await lines.answer(request.scope, another, ended)).not.toBe(first);
    const placed = twilio();
    const line = await placed.provider.dial(number, request);
    placed.note(another, ended, { line: request.callId });
    expect(line.state).toBe('dialing');
    placed.note(number, ended, { line: request.callId });
    expect(line.state).toBe('ended');
  });

  it('ATK-067: ends no call of another one on Telnyx', async () => {
    const lines = telnyx();
    const line = await lines.provider.dial(number, request);
    const hangup = Buffer.from(
      JSON.stringify({
        data: { event_type: 'call.hangup', payload: { call_control_id: line.carrierCallId } },
      }),
    );
    await lines.note(request.scope, another, hangup, { line: request.callId });
    expect(line.state).not.toBe('ended');
    await lines.note(request.scope, number, hangup, { line: request.callId });
    expect(line.state).toBe('ended');
  });
});
