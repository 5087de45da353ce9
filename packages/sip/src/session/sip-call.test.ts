import { describe, expect, it } from 'vitest';
import { DigestServer } from '../auth/digest-server.ts';
import { settle, sipNetwork, type Watched } from '../testing/sip-network.ts';

type Network = ReturnType<typeof sipNetwork>;

async function connected(network: Network): Promise<{ caller: Watched; callee: Watched }> {
  const caller = network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.ring();
  network.clock.advance(10);
  callee.call.answer();
  network.clock.advance(10);
  await settle();
  return { caller, callee };
}

describe.each(['udp', 'tcp'] as const)('a call over %s', (transport) => {
  it('rings, is answered and ends with the one who hangs up', async () => {
    const network = sipNetwork(transport);
    const { caller, callee } = await connected(network);
    expect(caller.states).toEqual(['ringing', 'answered']);
    expect(caller.media[0]).toMatchObject({
      address: '10.0.0.2',
      codec: 'opus',
      eventType: 97,
      direction: 'sendrecv',
    });
    caller.call.hangUp();
    network.clock.advance(10);
    expect([caller.end, callee.end]).toEqual([
      { cause: 'hung-up', by: 'us' },
      { cause: 'hung-up', by: 'them' },
    ]);
    network.clock.advance(200_000);
    expect([
      network.ours.calls,
      network.theirs.calls,
      network.ours.transactions,
      network.theirs.transactions,
    ]).toEqual([0, 0, 0, 0]);
    expect(network.clock.pending).toBe(0);
  });
});

it.each([
  ['INVITE', '10.0.0.1'],
  ['ACK', '10.0.0.1'],
  ['BYE', '10.0.0.1'],
  ['200', '10.0.0.2'],
])('a call survives that its first two %s are lost', async (what, from) => {
  const network = sipNetwork();
  let left = 2;
  network.network.loses = (message, sender) => {
    const name = message.kind === 'request' ? message.method : String(message.status);
    if (name !== what || sender !== from || left === 0) return false;
    left -= 1;
    return true;
  };
  const caller = network.dial();
  network.clock.advance(5000);
  const callee = network.accept();
  callee.call.answer();
  network.clock.advance(5000);
  expect(caller.states).toContain('answered');
  caller.call.hangUp();
  network.clock.advance(10_000);
  expect(callee.end).toEqual({ cause: 'hung-up', by: 'them' });
  network.clock.advance(200_000);
  expect([network.ours.calls, network.theirs.calls, network.clock.pending]).toEqual([0, 0, 0]);
});

it.each([486, 603, 404, 480, 503, 302])(
  'a refusal by %d is reported as it is, and leaves nothing behind',
  (status) => {
    const network = sipNetwork();
    const caller = network.dial();
    network.clock.advance(10);
    network.accept().call.reject(status);
    network.clock.advance(10);
    expect(caller.end).toEqual({ cause: 'refused', status });
    network.clock.advance(200_000);
    expect([network.ours.calls, network.theirs.calls, network.clock.pending]).toEqual([0, 0, 0]);
  },
);

it('a call that nobody answers is given up after its ring time', () => {
  const network = sipNetwork();
  const caller = network.dial(20_000);
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.ring();
  network.clock.advance(19_000);
  expect(caller.end).toBeUndefined();
  network.clock.advance(2000);
  expect([caller.end, callee.end]).toEqual([{ cause: 'not-answered' }, { cause: 'cancelled' }]);
  network.clock.advance(200_000);
  expect([network.ours.calls, network.theirs.calls, network.clock.pending]).toEqual([0, 0, 0]);
});

it('a call to nobody ends after 32 seconds, with the repetitions of the standard', () => {
  const network = sipNetwork();
  network.network.loses = () => true;
  const caller = network.dial(60_000);
  network.clock.advance(31_900);
  expect(caller.end).toBeUndefined();
  network.clock.advance(200);
  expect(caller.end).toEqual({ cause: 'lost' });
  expect(network.log).toHaveLength(7);
  expect([network.ours.calls, network.clock.pending]).toEqual([0, 0]);
});

it('a call that is given up while its answer is on its way is hung up', () => {
  const network = sipNetwork();
  const caller = network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.ring();
  network.clock.advance(10);
  callee.call.answer();
  caller.call.hangUp();
  network.clock.advance(100);
  expect(callee.end).toEqual({ cause: 'hung-up', by: 'them' });
});

it('an answer that is never acknowledged ends the call', () => {
  const network = sipNetwork();
  network.network.loses = (message) => message.kind === 'request' && message.method === 'ACK';
  network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.answer();
  network.clock.advance(33_000);
  expect(callee.end).toEqual({ cause: 'lost' });
});

it('hold and resume change the direction on both sides', async () => {
  const network = sipNetwork();
  const { caller, callee } = await connected(network);
  const held = caller.call.hold(true);
  await settle();
  network.clock.advance(10);
  await held;
  expect(caller.media.at(-1)?.direction).toBe('sendonly');
  expect(callee.media.at(-1)?.direction).toBe('recvonly');
  const resumed = caller.call.hold(false);
  await settle();
  network.clock.advance(10);
  await resumed;
  expect([caller.media.at(-1)?.direction, callee.media.at(-1)?.direction]).toEqual(['sendrecv', 'sendrecv']);
  expect(caller.end).toBeUndefined();
});

it('two changes at one moment are settled one after the other', async () => {
  const network = sipNetwork();
  const { caller, callee } = await connected(network);
  const both = Promise.all([caller.call.hold(true), callee.call.hold(true)]);
  for (let step = 0; step < 60; step += 1) {
    await settle();
    network.clock.advance(100);
  }
  await both;
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
  expect(network.log.some((line) => line.endsWith('491'))).toBe(true);
});

it('the session is refreshed before it runs out, and ends when nobody refreshes it', async () => {
  const network = sipNetwork();
  const { caller, callee } = await connected(network);
  for (let minute = 0; minute < 60; minute += 1) {
    network.clock.advance(60_000);
    await settle();
  }
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
  expect(network.log.filter((line) => line === '10.0.0.1 UPDATE').length).toBeGreaterThanOrEqual(3);
  network.network.loses = () => true;
  for (let minute = 0; minute < 32; minute += 1) {
    network.clock.advance(60_000);
    await settle();
  }
  expect([caller.end, callee.end]).toEqual([{ cause: 'lost' }, { cause: 'lost' }]);
});

it('a password is proved when it is asked for, in the call and at its end', async () => {
  const network = sipNetwork();
  const digest = new DigestServer(network.clock, 'trunk');
  const login = { user: 'agent', password: 'secret' };
  const caller = network.dial(30_000, login);
  network.clock.advance(10);
  network.invites.shift()?.reject(401, { 'www-authenticate': digest.challenge() });
  network.clock.advance(10);
  const [second] = network.invites;
  expect(second && digest.check(second.request, login)).toBe('right');
  expect(second && digest.check(second.request, login)).toBe('stale');
  network.accept().call.answer();
  network.clock.advance(10);
  expect(caller.states).toEqual(['answered']);
});

it('a wrong password is said once', () => {
  const network = sipNetwork();
  const digest = new DigestServer(network.clock, 'trunk');
  const caller = network.dial(30_000, { user: 'agent', password: 'wrong' });
  for (let round = 0; round < 5; round += 1) {
    network.clock.advance(10);
    network.invites.shift()?.reject(401, { 'www-authenticate': digest.challenge() });
  }
  expect(caller.end).toEqual({ cause: 'refused', status: 401 });
  expect(network.log.filter((line) => line.endsWith('INVITE'))).toHaveLength(2);
});

it('nothing of a peer that is not admitted is answered or remembered', () => {
  const network = sipNetwork();
  network.admits.value = false;
  network.dial();
  network.clock.advance(20_000);
  expect(network.theirs.transactions).toBe(0);
  expect(network.log.filter((line) => line.startsWith('10.0.0.2'))).toEqual([]);
});

it('sound is encrypted when it is offered so, with a key for each way', async () => {
  const network = sipNetwork();
  const caller = network.dial(30_000, undefined, true);
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.answer();
  network.clock.advance(10);
  const [ours, theirs] = [caller.media[0]?.keys, callee.media[0]?.keys];
  expect(ours?.ours).toBe(theirs?.theirs);
  expect(ours?.theirs).toBe(theirs?.ours);
  expect(ours?.ours).not.toBe(ours?.theirs);
});

it('a transfer ends our call when the other side has reached the new one, and only then', async () => {
  const network = sipNetwork();
  const { caller, callee } = await connected(network);
  network.network.loses = (message) => message.kind === 'request' && message.method === 'REFER';
  const lost = expect(caller.call.refer('sip:+12025550199@10.0.0.3', 10_000)).rejects.toThrow(
    'not answered in time',
  );
  await settle();
  network.clock.advance(11_000);
  await lost;
  network.network.loses = () => false;
  // The other side is of our own kind, and is sent nowhere.
  const refused = expect(caller.call.refer('sip:+12025550199@10.0.0.3', 10_000)).rejects.toThrow('603');
  await settle();
  network.clock.advance(10);
  await refused;
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
});

it.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', ['5']],
  ['application/dtmf', '#', ['#']],
  ['text/plain', '5', []],
])('a key in an INFO of %s is heard', async (type, text, keys) => {
  const network = sipNetwork();
  const { caller, callee } = await connected(network);
  const body = { type, bytes: Buffer.from(text) };
  const { dialog } = caller.call;
  network.theirs.receive(dialog.request('INFO', { body }), {
    transport: 'udp',
    address: '10.0.0.1',
    port: 5060,
  });
  expect(callee.keys).toEqual(keys);
});

describe('a trunk with several places', () => {
  const invitesTo = (log: string[]) => log.filter((line) => line.startsWith('10.0.0.1 INVITE'));

  it('is reached at the next one when the first is silent, within four seconds', async () => {
    const network = sipNetwork();
    const caller = network.dial(30_000, undefined, false, ['10.0.0.9']);
    network.clock.advance(4100);
    expect(caller.states).toEqual([]);
    const callee = network.accept();
    callee.call.answer();
    network.clock.advance(10);
    await settle();
    expect(caller.states).toEqual(['answered']);
    caller.call.hangUp();
    network.clock.advance(10);
    expect(callee.end).toEqual({ cause: 'hung-up', by: 'them' });
  });

  it('is reached at the next one when the first is out of service, once', async () => {
    const network = sipNetwork();
    const caller = network.dial(30_000, undefined, false, ['10.0.0.2']);
    network.clock.advance(10);
    network.invites.shift()?.reject(503);
    network.clock.advance(10);
    network.invites.shift()?.reject(503);
    network.clock.advance(10);
    expect(caller.end).toEqual({ cause: 'refused', status: 503 });
    expect(invitesTo(network.log)).toHaveLength(2);
  });

  it('is not asked again for who is busy, or has been given up', async () => {
    const network = sipNetwork();
    const caller = network.dial(30_000, undefined, false, ['10.0.0.2']);
    network.clock.advance(10);
    network.invites.shift()?.reject(486);
    network.clock.advance(10);
    expect(caller.end).toEqual({ cause: 'refused', status: 486 });
    const other = network.dial(1000, undefined, false, ['10.0.0.9']);
    network.clock.advance(100_000);
    expect([other.end?.cause, invitesTo(network.log).length > 0, network.ours.transactions]).toEqual([
      'not-answered',
      true,
      0,
    ]);
  });
});
