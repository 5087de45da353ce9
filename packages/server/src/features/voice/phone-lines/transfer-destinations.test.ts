import { type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { afterEach, describe, expect, it } from 'vitest';
import { playCarrier } from '../../../testing/played-carrier.ts';
import { carrierAddresses } from './carrier-addresses.ts';
import type { PhoneLine } from './phone-line.ts';
import { telnyxCalls } from './telnyx/telnyx-calls.ts';
import { createTelnyxLines } from './telnyx/telnyx-lines.ts';
import { sipOffice } from './testing/sip-office.ts';
import { claimSipPort } from './testing/sip-port.ts';
import { twilioCalls } from './twilio/twilio-calls.ts';
import { createTwilioLines } from './twilio/twilio-lines.ts';

const own = '+12025550123';
const callee = '+12025550188';
const allowedOutboundCountries = ['US'];
const request = {
  ...{ scope: { workspaceId: 'w' }, callId: 'call', from: own, to: callee },
  ...{ ringMs: 20_000, maxMs: 60_000, detectsVoicemail: false },
};
const carrierParts = {
  addresses: carrierAddresses({ publicUrl: 'https://calls.example', mediaUrl: undefined }),
  home: { id: 'here', nameOwner: (token: string) => token },
  onExpected: () => {},
  inbound: () => {
    throw new Error('No call arrives.');
  },
};

interface OpenedLine {
  line: PhoneLine;
  /** What the network has been asked for since the line is there. */
  asked(): number;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function overCarrier(kind: 'twilio' | 'telnyx'): Promise<OpenedLine> {
  const carrier = await playCarrier();
  closing.push(() => carrier.close());
  carrier.play((_, response) =>
    response.end(JSON.stringify({ sid: 'CA1', data: { call_control_id: 'v3:1' } })),
  );
  const number: PhoneNumber = readPhoneNumber({ id: 'n', phoneNumber: own, allowedOutboundCountries });
  const access = { egress: { fetch }, timeoutMs: 5000 };
  const { provider } =
    kind === 'twilio'
      ? createTwilioLines({
          ...carrierParts,
          open: async () =>
            twilioCalls({ secret: { accountSid: 'A', authToken: 't', baseUrl: carrier.url }, ...access }),
        })
      : createTelnyxLines({
          ...carrierParts,
          open: async () =>
            telnyxCalls({ secret: { apiKey: 'k', connectionId: 'c', baseUrl: carrier.url }, ...access }),
        });
  const line = await provider.dial(number, request);
  return { line, asked: () => carrier.requests.length - 1 };
}

async function overSip(): Promise<OpenedLine> {
  const port = await claimSipPort();
  const outsidePort = await claimSipPort();
  const office = await sipOffice({ port, trunkPorts: [outsidePort] });
  const outside = await sipOffice({ port: outsidePort, trunkPorts: [port] });
  closing.push(
    () => office.close(),
    () => outside.close(),
  );
  await outside.addNumber(callee, port);
  const number = { ...(await office.addNumber(own, outsidePort)), allowedOutboundCountries };
  const line = await office.dial(number, callee);
  await line.answered;
  return { line, asked: () => outside.offers.length - 1 };
}

const lines = { sip: overSip, twilio: () => overCarrier('twilio'), telnyx: () => overCarrier('telnyx') };

describe.each(['sip', 'twilio', 'telnyx'] as const)('ATK-157: over %s no caller is connected to', (kind) => {
  it('what costs most, or is not allowed, wherever the number comes from; the call goes on', async () => {
    const { line, asked } = await lines[kind]();
    const { state } = line;
    const table = [
      ['+19005550123', 'a premium number'],
      ['+881612345678', 'a premium number'],
      ['+442079460318', `in a country that ${own} may not call`],
      ['911', 'not a valid telephone number'],
      ['sip:x@evil.example', 'not a valid telephone number'],
      ['', 'not a valid telephone number'],
      [own, 'the number that calls'],
    ] as const;
    for (const [number, why] of table)
      for (const type of ['cold', 'warm'] as const)
        await expect(
          line.transfer?.({ number, kind: type, displayedNumber: 'agent' }),
          `${number} ${type}`,
        ).rejects.toThrow(`${number || 'the number'} is ${why}`);
    expect([asked(), line.state]).toEqual([0, state]);
  });
});
