import { expect, it } from 'vitest';
import { parseMessage } from '../message/parse-message.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { settle, sipNetwork, type Watched } from '../testing/sip-network.ts';
import { type ReceivedReferral, readReferTarget } from './received-referral.ts';

const target = 'sip:+12025550199@10.0.0.3';

async function connected() {
  const network = sipNetwork();
  const caller = network.dial();
  network.clock.advance(10);
  const callee = network.accept();
  callee.call.answer();
  network.clock.advance(10);
  await settle();
  return { network, caller, callee };
}

/** Notes what the other side asks for. */
function referralsOf({ call }: Watched): ReceivedReferral[] {
  const referrals: ReceivedReferral[] = [];
  call.events = { ...call.events, onRefer: (referral) => referrals.push(referral) };
  return referrals;
}

/** A REFER as somebody has written it. */
function referOf(referTo: readonly string[], further: readonly string[] = []): SipRequest {
  const lines = ['REFER sip:x@10.0.0.2 SIP/2.0', 'Via: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bKa'];
  lines.push('From: <sip:a@10.0.0.1>;tag=a', 'To: <sip:b@10.0.0.2>;tag=b', 'Call-ID: c', 'CSeq: 7 REFER');
  lines.push(...referTo.map((value) => `Refer-To: ${value}`), ...further, 'Content-Length: 0', '', '');
  const message = parseMessage(Buffer.from(lines.join('\r\n')));
  if (message?.kind !== 'request') throw new Error('Not a request.');
  return message;
}

it('a side that wants us to call another one hears how that goes, and is left once we have', async () => {
  const { network, caller, callee } = await connected();
  const referrals = referralsOf(callee);
  const done = caller.call.refer(target, 10_000);
  await settle();
  network.clock.advance(10);
  expect(referrals).toHaveLength(1);
  expect(referrals[0]?.target).toEqual({ user: '+12025550199', replaces: undefined });
  expect(referrals[0]?.address).toBe('10.0.0.1');
  referrals[0]?.accept();
  network.clock.advance(10);
  await settle();
  expect(caller.end).toBeUndefined();
  const known = referrals[0]?.finish(200);
  for (let round = 0; round < 4; round += 1) {
    await settle();
    network.clock.advance(10);
  }
  await known;
  await done;
  expect([caller.end, callee.end]).toEqual([{ cause: 'transferred' }, { cause: 'hung-up', by: 'them' }]);
  expect(network.log.filter((line) => line === '10.0.0.2 NOTIFY')).toHaveLength(2);
  network.clock.advance(200_000);
  expect([network.ours.calls, network.theirs.calls, network.clock.pending]).toEqual([0, 0, 0]);
});

it('one that could not be reached is reported, and the call goes on', async () => {
  const { network, caller, callee } = await connected();
  const referrals = referralsOf(callee);
  const failed = expect(caller.call.refer(target, 10_000)).rejects.toThrow('failed (486)');
  await settle();
  network.clock.advance(10);
  referrals[0]?.accept();
  referrals[0]?.finish(486).catch(() => undefined);
  for (let round = 0; round < 4; round += 1) {
    await settle();
    network.clock.advance(10);
  }
  await failed;
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
});

it('ATK: a REFER that nobody decides about is declined, and nothing is reported of it', async () => {
  const { network, caller, callee } = await connected();
  const refused = expect(caller.call.refer(target, 10_000)).rejects.toThrow('603');
  await settle();
  network.clock.advance(10);
  await refused;
  expect([caller.end, callee.end]).toEqual([undefined, undefined]);
  expect(network.log.filter((line) => line.endsWith('NOTIFY'))).toEqual([]);
});

it('ATK: of a flood of REFERs one is looked at at a time, and ten of a call altogether', async () => {
  const { network, caller, callee } = await connected();
  const referrals = referralsOf(callee);
  for (let index = 0; index < 50; index += 1) {
    const request = caller.call.dialog.request('REFER', { headers: { 'refer-to': `<${target}>` } });
    callee.call.receive({
      ...{ request, peer: { transport: 'udp', address: '10.0.0.1', port: 5060 } },
      reject: (status: number) => network.log.push(`rejected ${status}`),
    } as never);
    if (index % 2 === 1) referrals.at(-1)?.decline();
  }
  expect(referrals).toHaveLength(10);
  expect(network.log.filter((line) => line === 'rejected 491')).toHaveLength(10);
  expect(callee.end).toBeUndefined();
});

it('an attended transfer names the call that is replaced', () => {
  const replaces = encodeURIComponent('abc@10.0.0.9;to-tag=x1;from-tag=y2');
  expect(readReferTarget(referOf([`<${target}?Replaces=${replaces}>`]))).toEqual({
    user: '+12025550199',
    replaces: 'abc@10.0.0.9;to-tag=x1;from-tag=y2',
  });
});

it.each([
  ['nobody', []],
  ['two at once', [`<${target}>, <sip:+12025550100@10.0.0.3>`]],
  ['another method', [`<${target};method=BYE>`]],
  ['no address', ['http://example.com/']],
  [
    'a header in the id of a call',
    [`<${target}?Replaces=${encodeURIComponent('a;to-tag=b;from-tag=c\r\nX: y')}>`],
  ],
  ['an id that is none', [`<${target}?Replaces=%E0%A4%A>`]],
  ['an id without tags', [`<${target}?Replaces=abc>`]],
  ['an endless address', [`<sip:${'9'.repeat(5000)}@10.0.0.3>`]],
])('ATK: a REFER to %s is about no call', (_what, referTo) => {
  expect(readReferTarget(referOf(referTo))).toBeUndefined();
});

it('who wants no reports gets none', async () => {
  const { network, caller, callee } = await connected();
  const referrals = referralsOf(callee);
  const headers = { 'refer-to': `<${target}>`, 'refer-sub': 'false' };
  const answers: number[] = [];
  callee.call.receive({
    request: caller.call.dialog.request('REFER', { headers }),
    peer: { transport: 'udp', address: '10.0.0.1', port: 5060 },
    reject: (status: number) => answers.push(status),
  } as never);
  referrals[0]?.accept();
  await referrals[0]?.finish(200);
  network.clock.advance(1000);
  expect(answers).toEqual([202]);
  expect(network.log.filter((line) => line.endsWith('NOTIFY'))).toEqual([]);
});
