import { expect, it } from 'vitest';
import { parseMessage } from '../message/parse-message.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { settle } from '../testing/sip-network.ts';
import { makeResponse } from '../transaction/make-response.ts';
import type { RegistrationState } from './registration.ts';
import { SipEndpoint } from './sip-endpoint.ts';

const peer = { transport: 'udp', address: '192.0.2.2', port: 5060 } as const;

type Answer = { status: number; headers?: Record<string, string> } | undefined;

/** A registrar that answers as the test says. */
function registrar(answer: (request: SipRequest) => Answer) {
  const clock = new ManualClock();
  const requests: SipRequest[] = [];
  const states: RegistrationState[] = [];
  const endpoint: SipEndpoint = new SipEndpoint({
    ...{ clock, userAgent: 'Test', sentBy: () => ({ host: '192.0.2.1', port: 5060 }) },
    ...{ admits: () => true, permits: () => true, onInvite() {} },
    send(_to, bytes) {
      const message = parseMessage(bytes);
      if (message?.kind !== 'request') return;
      requests.push(message);
      const found = answer(message);
      if (!found) return;
      const { status, headers = {} } = found;
      clock.after(1, () => endpoint.receive(makeResponse(message, status, { headers }), peer));
    },
  });
  const registration = endpoint.register({
    ...{ account: 'sip:agent@example.com', registrar: 'sip:example.com', peer },
    ...{ login: { user: 'agent', password: 'secret' }, locate: async () => peer },
    onState: (state) => states.push(state),
  });
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      await settle();
      clock.advance(1000);
    }
    await settle();
  };
  return { requests, states, registration, pass };
}

it('registers with its password, refreshes before the time runs out and signs off', async () => {
  const { requests, states, registration, pass } = registrar(
    (request): Answer =>
      request.headers.get('authorization')
        ? { status: 200, headers: { contact: `${request.headers.get('contact')};expires=120` } }
        : { status: 401, headers: { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' } },
  );
  await pass(2000);
  expect([requests.length, states]).toEqual([2, [{ kind: 'registered' }]]);
  await pass(81_000);
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ headers }) => headers.get('call-id'))).size).toBe(1);
  registration.close();
  await pass(2000);
  expect(requests.at(-1)?.headers.get('expires')).toBe('0');
  await pass(600_000);
  expect(requests).toHaveLength(4);
});

it('asks for longer where the registrar wants that', async () => {
  const { requests, pass, states } = registrar((request) =>
    Number(request.headers.get('expires')) < 3600
      ? { status: 423, headers: { 'min-expires': '3600' } }
      : { status: 200 },
  );
  await pass(3000);
  expect(requests.map(({ headers }) => headers.get('expires'))).toEqual(['300', '3600']);
  expect(states).toEqual([{ kind: 'registered' }]);
});

it('asks more and more seldom where it is refused, and says so', async () => {
  const { requests, states, pass } = registrar(() => ({ status: 403 }));
  await pass(5 * 60_000);
  expect(states[0]).toEqual({ kind: 'refused', status: 403 });
  expect(requests).toHaveLength(4);
});

it('says that nobody answers', async () => {
  const { states, pass } = registrar(() => undefined);
  await pass(40_000);
  expect(states).toEqual([{ kind: 'refused', status: undefined }]);
});

it('asks another place of the registrar at once when one is silent or out of service', async () => {
  const asked: string[] = [];
  const clock = new ManualClock();
  const places = ['192.0.2.2', '192.0.2.3', '192.0.2.4'];
  let place = 0;
  const endpoint: SipEndpoint = new SipEndpoint({
    ...{ clock, userAgent: 'Test', sentBy: () => ({ host: '192.0.2.1', port: 5060 }) },
    ...{ admits: () => true, permits: () => true, onInvite() {} },
    send(to, bytes) {
      const message = parseMessage(bytes);
      if (message?.kind !== 'request' || to.address === places[0]) return;
      asked.push(to.address);
      const status = to.address === places[1] ? 503 : 200;
      clock.after(1, () => endpoint.receive(makeResponse(message, status), to));
    },
  });
  const states: RegistrationState[] = [];
  endpoint.register({
    ...{ account: 'sip:agent@example.com', registrar: 'sip:example.com', peer },
    login: { user: 'agent', password: 'secret' },
    locate: async () => ({ ...peer, address: places[place] ?? '' }),
    failOver() {
      place += 1;
      return place < places.length;
    },
    onState: (state) => states.push(state),
  });
  for (let second = 0; second < 40; second += 1) {
    await settle();
    clock.advance(1000);
  }
  expect([asked, states]).toEqual([['192.0.2.3', '192.0.2.4'], [{ kind: 'registered' }]]);
});
