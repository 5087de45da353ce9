import { registerRetellPhoneCall } from '@tendril/contract/api/retell-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../../platform/config.ts';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { callPlaces, createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { caller, runSipp } from '../testing/sipp.ts';

const port = await claimSipPort();
const outsidePort = await claimSipPort();
const [ours, theirs] = ['+12025550123', '+12025550199'];
const speech = '/usr/share/sip-tester/g711a.pcap';
const places = 3;

/** It greets, and asks nobody whether they are still there. */
const quiet = {
  agent: { beginMessageDelayMs: 0 },
  llm: { beginMode: 'defined', beginMessage: 'Good morning.', generalPrompt: 'The shop opens at seven.' },
  settings: { reminderMaxCount: 0 },
} as const;

/** A server with a number that an agent answers. */
async function openPhone(callMedia: (typeof callPlaces)[number], limits: Partial<Config>): Promise<PhoneApp> {
  const phone = await createPhoneApp('sqlite', callMedia, {
    ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
    ...{ egressAllow: [`127.0.0.1:${outsidePort}`], agentCalls: 0, ...limits },
  });
  const inboundAgentId = await makeAgent(phone.user, quiet);
  const connection = { trunkUri: `127.0.0.1:${outsidePort}`, transport: 'udp' };
  await phone.addNumber({ phoneNumber: ours, provider: 'sip', inboundAgentId, connection });
  return phone;
}

describe.each(callPlaces)('the places of a server for calls, their sound %s', (callMedia) => {
  let phone: PhoneApp;
  let outside: Awaited<ReturnType<typeof sipOffice>>;
  let trunk: Awaited<ReturnType<typeof outside.addNumber>>;
  let agentId: string;

  beforeAll(async () => {
    phone = await openPhone(callMedia, { callPlaces: places });
    agentId = await makeAgent(phone.user, quiet);
    outside = await sipOffice({ port: outsidePort, trunkPorts: [port] });
    trunk = await outside.addNumber(theirs, port);
  });
  afterAll(async () => {
    await outside.close();
    await phone.close();
  });

  /** Calls; settles with `answered`, or with how it ended. */
  async function callIn() {
    const line = await outside.dial(trunk, ours);
    return { line, outcome: await Promise.race([line.answered.then(() => 'answered'), line.ended]) };
  }
  const callTogether = (count: number) => Promise.all(Array.from({ length: count }, callIn));
  const outcomesOf = (calls: { outcome: string }[]) => calls.map(({ outcome }) => outcome).sort();

  it('are taken by as many as there are, however many call at one moment', async () => {
    const calls = await callTogether(2 * places);
    for (const { line } of calls) await line.close();
    expect(outcomesOf(calls)).toEqual([
      ...Array.from({ length: places }, () => 'answered'),
      ...Array.from({ length: places }, () => 'telephony_provider_unavailable'),
    ]);
  });

  it('are free for others as soon as somebody has hung up, though the end is still being written', async () => {
    let calls = await callTogether(places);
    for (let round = 0; round < 10; round += 1) {
      for (const { line } of calls) await line.close();
      calls = await callTogether(places);
      expect(outcomesOf(calls), `round ${round}`).toEqual(Array.from({ length: places }, () => 'answered'));
    }
    for (const { line } of calls) await line.close();
  });

  it('are taken by calls that were registered before they arrive; those that find none wait for their next try', async () => {
    const registered: string[] = [];
    for (let count = 0; count < 2 * places; count += 1) {
      const payload = { agent_id: agentId, from_number: theirs, to_number: ours };
      const answer = await phone.user.inject({ method: 'POST', url: registerRetellPhoneCall.path, payload });
      expect(answer.statusCode, answer.body).toBe(201);
      registered.push(answer.json().call_id);
    }
    const statuses = async () =>
      (await Promise.all(registered.map((id) => phone.call(id)))).map(({ status }) => status).sort();
    const first = await callTogether(2 * places);
    expect(outcomesOf(first)).toEqual([
      ...Array.from({ length: places }, () => 'answered'),
      ...Array.from({ length: places }, () => 'telephony_provider_unavailable'),
    ]);
    for (const { line } of first) await line.close();
    await expect
      .poll(statuses)
      .toEqual([...Array(places).fill('ended'), ...Array(places).fill('registered')]);
    const second = await callTogether(places);
    expect(outcomesOf(second)).toEqual(Array(places).fill('answered'));
    for (const { line } of second) await line.close();
    await expect.poll(statuses).toEqual(Array(2 * places).fill('ended'));
  });

  it('are taken by as many calls as there are that are placed at one moment, and by others once those are over', async () => {
    for (const round of [1, 2]) {
      const placed = await Promise.all(
        Array.from({ length: 2 * places }, () =>
          phone.place({ fromNumber: ours, toNumber: theirs, agentId, version: 'draft' }),
        ),
      );
      expect(placed.map(({ status }) => status).sort(), `round ${round}`).toEqual([
        ...Array(places).fill(201),
        ...Array(places).fill(503),
      ]);
      await expect.poll(() => outside.arrived.length).toBe(places);
      for (const line of outside.arrived.splice(0)) await line.close();
      for (const { call } of placed)
        if (call) await phone.callWhen(call.id, ({ status }) => status === 'ended');
    }
  });
});

it.each([
  [{ callPlaces: 1 }, 'SIP/2.0 503 Service Unavailable', 'Retry-After: 1'],
  [{ agentCalls: 1 }, 'SIP/2.0 486 Busy Here', ''],
])('with %o, the second caller is told what to do', async (limits, status, header) => {
  const phone = await openPhone('here', limits);
  try {
    const target = { port, service: ours, atOnce: 2 };
    const scenario = caller(speech, 1000);
    const { errors } = await runSipp({ scenario, port: outsidePort, calls: 2, target }).done;
    expect(errors).toContain(status);
    expect(errors.toLowerCase()).toContain(header.toLowerCase());
  } finally {
    await phone.close();
  }
});
