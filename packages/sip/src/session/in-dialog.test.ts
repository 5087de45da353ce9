import { expect, it } from 'vitest';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { parseVia } from '../message/via.ts';
import { settle, sipNetwork, type Watched } from '../testing/sip-network.ts';

type Network = ReturnType<typeof sipNetwork>;
const ours = { transport: 'udp', address: '10.0.0.1', port: 5060 } as const;
const theirs = { transport: 'udp', address: '10.0.0.2', port: 5060 } as const;

const sdp = (lines: readonly string[]) =>
  ['v=0', 'o=- 1 9 IN IP4 10.0.0.2', 's=-', 't=0 0', ...lines, ''].join('\r\n');
const offer = (address: string, port: number, format: string, direction = 'sendrecv') => ({
  type: 'application/sdp',
  bytes: Buffer.from(sdp([`c=IN IP4 ${address}`, `m=audio ${port} RTP/AVP ${format}`, `a=${direction}`])),
});

async function until(network: Network, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    network.clock.advance(10);
    await settle();
  }
}

async function ringing(): Promise<{ network: Network; caller: Watched; callee: Watched }> {
  const network = sipNetwork();
  const caller = network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.ring();
  await until(network, 20);
  return { network, caller, callee };
}

async function connected() {
  const all = await ringing();
  all.callee.call.answer();
  await until(all.network, 20);
  return all;
}

/** Their side asks within the call; the statuses that it is answered by, as they come. */
function ask(
  network: Network,
  { call }: Watched,
  method: string,
  extras: Parameters<typeof call.dialog.request>[1] = {},
): SipRequest {
  const request = call.dialog.request(method, extras);
  const via = `SIP/2.0/UDP 10.0.0.2:5060;branch=z9hG4bK${method}${network.log.length};rport`;
  request.headers.set('via', via);
  network.ours.receive(request, theirs);
  return request;
}

/** What ours answers to a request from there. */
async function answerTo(
  network: Network,
  callee: Watched,
  method: string,
  extras?: Parameters<typeof ask>[3],
) {
  const found: SipResponse[] = [];
  network.network.loses = (message, from) => {
    if (message.kind !== 'response' || from !== '10.0.0.1') return false;
    if (!message.headers.get('cseq')?.endsWith(method)) return false;
    found.push(message);
    // Their endpoint has not asked itself.
    return true;
  };
  const request = ask(network, callee, method, extras);
  await until(network, 20);
  network.network.loses = () => false;
  if (method === 'INVITE' && (found[0]?.status ?? 0) < 300) {
    const ack = callee.call.dialog.acknowledge(request);
    ack.headers.set('via', 'SIP/2.0/UDP 10.0.0.2:5060;branch=z9hG4bKack;rport');
    network.ours.receive(ack, theirs);
  }
  return found[0];
}

it.each([
  ['INVITE', 'a hold', offer('10.0.0.2', 4000, '0', 'sendonly'), { direction: 'recvonly' }],
  ['INVITE', 'a hold by an address of zeros', offer('0.0.0.0', 4000, '0'), { direction: 'inactive' }],
  ['INVITE', 'a new address', offer('10.0.0.7', 4600, '0'), { address: '10.0.0.7', port: 4600 }],
  ['INVITE', 'another codec', offer('10.0.0.2', 4000, '8'), { codec: 'pcma', payloadType: 8 }],
  ['UPDATE', 'a hold', offer('10.0.0.2', 4000, '0', 'sendonly'), { direction: 'recvonly' }],
  ['UPDATE', 'a new address and codec', offer('10.0.0.8', 4700, '8'), { address: '10.0.0.8', codec: 'pcma' }],
])('%s in a call: %s is answered, and the sound goes there', async (method, _what, body, media) => {
  const { network, caller, callee } = await connected();
  expect((await answerTo(network, callee, method, { body }))?.status).toBe(200);
  expect(caller.media.at(-1)).toMatchObject(media);
  expect((await answerTo(network, callee, method, { body: offer('10.0.0.2', 4000, '0') }))?.status).toBe(200);
  expect(caller.media.at(-1)).toMatchObject({ address: '10.0.0.2', codec: 'pcmu', direction: 'sendrecv' });
  expect([caller.end, network.ours.calls]).toEqual([undefined, 1]);
});

it('a call that we hold stays held, whatever the other side changes', async () => {
  const { network, caller, callee } = await connected();
  const held = caller.call.hold(true);
  await until(network, 30);
  await held;
  const answer = await answerTo(network, callee, 'INVITE', { body: offer('10.0.0.9', 4800, '0') });
  expect([answer?.status, Buffer.from(answer?.body ?? []).toString()]).toEqual([
    200,
    expect.stringContaining('a=sendonly'),
  ]);
  expect(caller.media.at(-1)).toMatchObject({ address: '10.0.0.9', direction: 'sendonly' });
});

it('glare: a change that meets ours is refused with 491, and both are made in the end', async () => {
  const { network, caller, callee } = await connected();
  network.network.loses = (message, from) => from === '10.0.0.2' && message.kind === 'response';
  const held = caller.call.hold(true);
  await until(network, 20);
  network.network.loses = () => false;
  for (const method of ['INVITE', 'UPDATE'])
    expect((await answerTo(network, callee, method, { body: offer('10.0.0.2', 4000, '0') }))?.status).toBe(
      491,
    );
  await until(network, 3000);
  await held;
  expect(caller.media.at(-1)?.direction).toBe('sendonly');
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
});

it.each(['hold', 'refer'] as const)(
  'BYE while our %s is not answered ends the call, and nothing hangs',
  async (what) => {
    const { network, caller, callee } = await connected();
    network.network.loses = (message, from) => from === '10.0.0.1' && message.kind === 'request';
    const done =
      what === 'hold' ? caller.call.hold(true) : caller.call.refer('sip:+12025550199@10.0.0.3', 20_000);
    const settled = done.then(
      () => true,
      () => true,
    );
    await until(network, 50);
    expect((await answerTo(network, callee, 'BYE'))?.status).toBe(200);
    network.network.loses = () => false;
    await until(network, 60_000);
    expect(await settled).toBe(true);
    expect(caller.end).toEqual({ cause: 'hung-up', by: 'them' });
    callee.call.hangUp();
    await until(network, 60_000);
    expect([network.ours.calls, network.ours.transactions, network.clock.pending]).toEqual([0, 0, 0]);
  },
);

it.each([
  ['UPDATE', undefined, 200],
  ['UPDATE', offer('10.0.0.2', 4000, '0'), 491],
  ['INVITE', offer('10.0.0.2', 4000, '0'), 491],
  ['INFO', { type: 'application/dtmf', bytes: Buffer.from('5') }, 200],
  ['OPTIONS', undefined, 200],
  ['REFER', undefined, 603],
  ['SUBSCRIBE', undefined, 405],
] as const)('%s of who still rings leaves the call alone (%#)', async (method, body, status) => {
  const { network, caller, callee } = await ringing();
  expect((await answerTo(network, callee, method, body && { body }))?.status).toBe(status);
  expect(caller.keys).toEqual([]);
  callee.call.answer();
  await until(network, 50);
  expect([caller.states, caller.end]).toEqual([['ringing', 'answered'], undefined]);
});

it.each([
  ['UPDATE', undefined, 200],
  ['UPDATE', offer('10.0.0.1', 4000, '0'), 500],
  ['INVITE', offer('10.0.0.1', 4000, '0'), 500],
  ['INFO', { type: 'application/dtmf', bytes: Buffer.from('5') }, 200],
] as const)(
  '%s of a caller whom we have not answered yet leaves the call alone (%#)',
  async (method, body, status) => {
    const { network, caller, callee } = await ringing();
    const found: number[] = [];
    network.network.loses = (message, from) => {
      if (message.kind !== 'response' || from !== '10.0.0.2') return false;
      if (message.headers.get('cseq')?.startsWith('1 ')) return false;
      found.push(message.status);
      return true;
    };
    const request = caller.call.dialog.request(method, body && { body });
    const tag = callee.call.dialog.localTag;
    request.headers.set('to', `${request.headers.get('to')};tag=${tag}`);
    request.headers.set('via', 'SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bKearly;rport');
    network.theirs.receive(request, ours);
    await until(network, 20);
    expect(found[0]).toBe(status);
    network.network.loses = () => false;
    callee.call.answer();
    await until(network, 50);
    expect([callee.states.at(-1), callee.end]).toEqual(['answered', undefined]);
  },
);

it('a request that comes out of its order, or again, changes nothing twice', async () => {
  const { network, caller, callee } = await connected();
  const body = { type: 'application/dtmf', bytes: Buffer.from('5') };
  const request = ask(network, callee, 'INFO', { body });
  network.ours.receive(request, theirs);
  const late = { ...request, headers: request.headers.copy() };
  late.headers.set('via', 'SIP/2.0/UDP 10.0.0.2:5060;branch=z9hG4bKother;rport').set('cseq', '1 INFO');
  network.ours.receive(late, theirs);
  await until(network, 50);
  expect([caller.keys, caller.end]).toEqual([['5'], undefined]);
});

it.each(['0', '65536', '99999'])('ATK: nobody is answered at port %s', (port) => {
  expect(parseVia(`SIP/2.0/UDP 10.0.0.2:${port};branch=z9hG4bKx`)).toBeUndefined();
});
