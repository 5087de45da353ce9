import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PhoneLine } from '../phone-line.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { SpeakingPhone } from '../testing/speaking-phone.ts';

const port = await claimSipPort();
const outsidePort = await claimSipPort();
const number = '+12025550123';

let office: Awaited<ReturnType<typeof sipOffice>>;
let outside: Awaited<ReturnType<typeof sipOffice>>;
beforeAll(async () => {
  office = await sipOffice({ port, trunkPorts: [outsidePort] });
  outside = await sipOffice({ port: outsidePort, trunkPorts: [port] });
  await office.addNumber(number, outsidePort);
});
afterAll(async () => {
  await outside.close();
  await office.close();
});

const sdp =
  'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0\r\n';
const methods = [
  'INVITE',
  'ACK',
  'BYE',
  'CANCEL',
  'OPTIONS',
  'UPDATE',
  'INFO',
  'REFER',
  'NOTIFY',
  'PRACK',
  'MESSAGE',
  'X',
];

/** As it should be, and sometimes not. */
const mostly = <T>(right: T, ...wrong: T[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(right) }, { weight: 3, arbitrary: fc.constantFrom(...wrong) });

/** A request as a trunk would send it, of which some lines are broken. */
const broken = fc
  .record({
    method: fc.constantFrom(...methods),
    callId: mostly('one', 'two', ''),
    branch: fc.nat(100_000),
    tag: mostly('', ';tag=x', ';tag=', ';tag=y;tag=z'),
    via: mostly(';rport', ':0', ':99999', ':65536', ':5060', ':x'),
    cseq: mostly('1', '0', '-1', '4294967296', '99999999999999', 'x', ''),
    contact: mostly(
      '<sip:a@127.0.0.1>',
      '<sip:a@127.0.0.1:0>',
      '<sip:a@127.0.0.1:99999>',
      '*',
      '',
      '<sip:@>',
    ),
    body: mostly('', sdp, sdp.replace('4000', '99999'), sdp.replace('4000', '0'), 'x'.repeat(30_000)),
    length: mostly<string | undefined>(undefined, '0', '-5', '999999', 'x'),
    further: mostly(
      '',
      'Require: everything',
      'Session-Expires: 1',
      'RAck: 1 1 INVITE',
      'Refer-To: <sip:x>',
      'Replaces: a;b',
    ),
    lost: mostly<number | undefined>(undefined, 0, 1, 2, 3, 4, 5, 6),
    noise: fc.string({ maxLength: 40, unit: 'binary' }),
  })
  .map(({ method, callId, branch, tag, via, cseq, contact, body, length, further, lost, noise }) => {
    const lines = [
      `${method} sip:${number}@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1${via.replace(';rport', '')};branch=z9hG4bK${branch}${via === ';rport' ? via : ''}`,
      'From: <sip:+12025550199@127.0.0.1>;tag=theirs',
      `To: <sip:${number}@127.0.0.1>${tag}`,
      `Call-ID: ${callId}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: ${contact}`,
      further,
      ...(body.startsWith('v=') ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${length ?? Buffer.byteLength(body)}`,
    ].filter((line) => line !== '');
    if (lost !== undefined) lines[lost % lines.length] = noise;
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  });

it('ATK: whatever a trunk sends, a call in progress goes on, and the next one is answered', {
  timeout: 120_000,
}, async () => {
  const trunk = await outside.addNumber('+12025550199', port);
  const line = await outside.dial(trunk, number);
  await line.answered;
  const phone = new SpeakingPhone(line);
  const heard = listenTo(office.arrived[0] as PhoneLine);
  const socket = createSocket('udp4');
  const answers: number[] = [];
  socket.on('message', (bytes) => answers.push(Number(/^SIP\/2\.0 (\d{3})/.exec(bytes.toString())?.[1])));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const send = async (bytes: Buffer) => {
    await new Promise((resolve) => socket.send(bytes, port, '127.0.0.1', resolve));
    // It is read before the next one comes.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      await send(bytes);
      // Again, as UDP does.
      if (bytes.length % 3 === 0) await send(bytes);
    }),
    { numRuns: 1500, seed: 7 },
  );
  await phone.speak('when does the shop open');
  await expect.poll(() => heard.samples.length).toBeGreaterThan(16_000);
  expect(Math.max(...heard.samples.slice(-32_000).map(Math.abs))).toBeGreaterThan(1000);
  expect(answers.length).toBeGreaterThan(100);
  expect([line.state, heard.isOver]).toEqual(['answered', false]);
  // The office answers; it did not break.
  expect(answers.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  const next = await outside.dial(trunk, number);
  await next.answered;
  await Promise.all([line.close(), next.close()]);
  for (const one of office.arrived) await one.close();
  socket.close();
});
