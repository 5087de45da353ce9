import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { caller, refusal, runSipp } from '../testing/sipp.ts';

const port = await claimSipPort();
const trunkPort = await claimSipPort();
const closedPort = await claimSipPort();
const number = '+12025550123';
const other = '+12025550199';
const recordings = '/usr/share/sip-tester';
let office: Awaited<ReturnType<typeof sipOffice>>;
let own: Awaited<ReturnType<typeof office.addNumber>>;

beforeAll(async () => {
  office = await sipOffice({ port, trunkPorts: [trunkPort] });
  own = await office.addNumber(number, trunkPort);
});
afterAll(() => office.close());

it.each([
  [486, 'dial_busy'],
  [603, 'user_declined'],
  [408, 'dial_no_answer'],
  [404, 'invalid_destination'],
  [480, 'dial_no_answer'],
  [503, 'telephony_provider_unavailable'],
  [302, 'sip_routing_error'],
])('a trunk that says %d ends the call as %s', async (status, reason) => {
  const trunk = runSipp({ scenario: refusal(status), port: trunkPort, calls: 1 });
  try {
    const line = await office.dial(own, other);
    expect(await line.ended).toBe(reason);
    expect((await trunk.done).code).toBe(0);
    await expect.poll(() => office.lines.active).toBe(0);
  } finally {
    trunk.stop();
  }
});

it('keys of a recording are heard once each, as packets', async () => {
  const before = office.arrived.length;
  const scenario = caller(`${recordings}/dtmf_2833_1.pcap`, 2500);
  const run = runSipp({ scenario, port: trunkPort, calls: 1, target: { port, service: number } });
  await expect.poll(() => office.arrived.length).toBe(before + 1);
  const line = office.arrived.at(-1);
  const heard = line && listenTo(line);
  await expect.poll(() => heard?.digits).toEqual(['1']);
  const { code, output } = await run.done;
  expect(code, output).toBe(0);
  expect(await line?.ended).toBe('user_hangup');
});

it('twenty calls at once are answered, heard and forgotten', async () => {
  const before = office.arrived.length;
  const scenario = caller(`${recordings}/g711a.pcap`, 2000);
  const target = { port, service: number, atOnce: 20 };
  const run = runSipp({ scenario, port: trunkPort, calls: 20, target, mediaPort: trunkPort + 100 });
  const { code, output } = await run.done;
  expect(code, output).toBe(0);
  expect(office.arrived.length).toBe(before + 20);
  await expect.poll(() => office.lines.active).toBe(0);
});

it('who does not come from a trunk is not answered at all', async () => {
  const closed = await sipOffice({ port: closedPort, trunkPorts: [] });
  const scanner = createSocket('udp4');
  let answers = 0;
  scanner.on('message', () => {
    answers += 1;
  });
  try {
    const requestOf = (method: string, index: number) =>
      [
        `${method} sip:${number}@127.0.0.1 SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${method}${index};rport`,
        'From: <sip:100@127.0.0.1>;tag=1',
        'To: <sip:100@127.0.0.1>',
        `Call-ID: ${method}${index}`,
        `CSeq: 1 ${method}`,
        '',
        '',
      ].join('\r\n');
    const send = (text: string) =>
      new Promise((resolve) => scanner.send(text, closedPort, '127.0.0.1', resolve));
    for (let index = 0; index < 50; index += 1)
      for (const method of ['INVITE', 'REGISTER', 'OPTIONS', 'BYE']) await send(requestOf(method, index));
    await send('\r\n\r\n');
    await send('nonsense');
    // A request that is answered is answered before this one.
    const line = await office.dial(own, other, { ringMs: 300 });
    await line.ended;
    expect([answers, closed.offers.length]).toEqual([0, 0]);
  } finally {
    scanner.close();
    await closed.close();
  }
});

it('a number of another kind, a costly one and a header that is ours are not sent out', async () => {
  await expect(office.dial(own, 'sip:x@evil.example')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(office.dial(own, '+19002345678')).rejects.toThrow();
  await expect(office.dial(own, other, { headers: { Via: 'x' } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(office.lines.active).toBe(0);
});
