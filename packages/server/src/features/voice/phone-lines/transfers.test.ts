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
const transfer = (line: PhoneLine, kind: 'cold' | 'warm') =>
  line.transfer?.({ number: other, kind, displayedNumber: 'agent' });
const statesOf = (line: PhoneLine) => {
  const states: string[] = [];
  line.onState((state) => states.push(state));
  return states;
};
async function commands(count: number): Promise<string[]> {
  while (carrier.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return carrier.requests.map(({ path, body }) => `${path} ${decodeURIComponent(body.replaceAll('+', ' '))}`);
}

describe('transfers', () => {
  it('cold on Twilio: the call is dialled on, and is not hung up with our end of it', async () => {
    const line = await twilio().provider.dial(number, request);
    const states = statesOf(line);
    await transfer(line, 'cold');
    await line.close();
    expect((await commands(2))[1]).toContain(
      `<Dial callerId="${number.phoneNumber}" timeout="30"><Number>${other}`,
    );
    expect(carrier.requests).toHaveLength(2);
    expect(await line.ended).toBe('call_transfer');
    expect(states).toEqual(['transferring', 'ended']);
  });

  it('warm on Twilio: the other is rung and told first, then both are in one room', async () => {
    const lines = twilio();
    const line = await lines.provider.dial(number, request);
    const states = statesOf(line);
    const done = transfer(line, 'warm');
    const [, ring = ''] = await commands(2);
    const leg = new URL(new URLSearchParams(carrier.requests[1]?.body).get('StatusCallback') ?? '')
      .searchParams;
    lines.note(number, new URLSearchParams({ CallStatus: 'in-progress' }), { leg: leg.get('leg') ?? '' });
    await done;
    const room = /<Conference[^>]*>([^<]+)</.exec(ring)?.[1];
    expect(ring).toContain('<Say>A caller is being connected to you.</Say>');
    expect((await commands(3))[2]).toContain(`endConferenceOnExit="false">${room}<`);
    expect(states).toEqual(['on-hold', 'transferring']);
  });

  it('warm to nobody: the caller has never left, and the next hang-up is a hang-up', async () => {
    const lines = twilio();
    const line = await lines.provider.dial(number, request);
    const done = transfer(line, 'warm')?.catch((error: Error) => error.message);
    await commands(2);
    const leg = new URL(new URLSearchParams(carrier.requests[1]?.body).get('StatusCallback') ?? '')
      .searchParams;
    lines.note(number, new URLSearchParams({ CallStatus: 'no-answer' }), { leg: leg.get('leg') ?? '' });
    expect(await done).toBe('nobody answered there');
    expect(line.state).toBe('dialing');
    await line.close();
    expect((await commands(3))[2]).toContain('Status=completed');
    expect(await line.ended).toBe('user_hangup');
  });

  it('cold and warm on Telnyx, and keys', async () => {
    const lines = telnyx();
    const line = await lines.provider.dial(number, request);
    line.press?.('12#');
    expect((await commands(2))[1]).toContain('/actions/send_dtmf {"digits":"12#"}');
    await transfer(line, 'cold');
    expect((await commands(3))[2]).toContain('/actions/transfer {"to":');
    const second = await lines.provider.dial(number, { ...request, callId: 'second' });
    const done = transfer(second, 'warm');
    await commands(5);
    const { webhook_url: url } = JSON.parse(carrier.requests[4]?.body ?? '') as { webhook_url: string };
    const event = { data: { event_type: 'call.answered', payload: { call_control_id: 'v3:leg' } } };
    const leg = new URL(url).searchParams.get('leg') ?? '';
    await lines.note(scope, number, Buffer.from(JSON.stringify(event)), { leg });
    await done;
    const all = await commands(7);
    expect(all[5]).toContain('/actions/speak');
    expect(all[6]).toMatch(/actions\/bridge \{"call_control_id":"v3:/);
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
