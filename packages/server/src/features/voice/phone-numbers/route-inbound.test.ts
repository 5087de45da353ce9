import type { OpenHours } from '@tendril/contract/voice/open-hours';
import { type AgentShare, type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InboundCall, routeInbound } from './route-inbound.ts';

const share = (agentId: string, weight: number, versionId: string | null = null): AgentShare => ({
  agentId,
  weight,
  versionId,
});

const plain = readPhoneNumber({ id: 'n1', phoneNumber: '+15125550142' });

function route(fields: Partial<PhoneNumber>, call: Partial<InboundCall> = {}) {
  const number = { ...plain, ...fields };
  const asked: InboundCall = {
    now: Date.UTC(2026, 10, 20, 15),
    random: () => 0,
    fromCountry: 'US',
    hasAgent: () => true,
    hasVersion: () => true,
    ...call,
  };
  return routeInbound(number, asked);
}
const found = ({ steps }: ReturnType<typeof route>) =>
  steps.map(({ rule, finding }) => `${rule}: ${finding}`);

describe('who answers a call', () => {
  it('the only agent, in the live version', () => {
    const routed = route({ inboundAgents: [share('a', 1)] });
    expect(routed).toMatchObject({ action: 'answer', agentId: 'a', versionId: null, forwardTo: '' });
    expect(found(routed)).toEqual(['hours: always', 'agents: only']);
  });

  it.each([
    [0, 'a'],
    [0.899, 'a'],
    [0.9, 'b'],
    [0.9999, 'b'],
    // A source of chance that breaks its promise still finds somebody.
    [1, 'b'],
  ])('the one that chance draws by weight: %f', (random, agentId) => {
    const inboundAgents = [share('a', 0.9), share('b', 0.1)];
    expect(route({ inboundAgents }, { random: () => random }).agentId).toBe(agentId);
  });

  it('each agent as often as its weight says', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(weights, (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(total > 0);
        const inboundAgents = parts.map((part, index) => share(`a${index}`, part / total));
        const counts = parts.map(() => 0);
        for (let index = 0; index < total; index += 1) {
          const { agentId } = route({ inboundAgents }, { random: () => (index + 0.5) / total });
          const at = Number(agentId?.slice(1));
          counts[at] = (counts[at] ?? 0) + 1;
        }
        expect(counts).toEqual(parts);
      }),
    );
  });

  it('never one with weight 0', () => {
    const inboundAgents = [share('a', 0), share('b', 1)];
    expect(route({ inboundAgents }, { random: () => 0 }).agentId).toBe('b');
  });

  it('not one that was deleted: its share goes to the others', () => {
    const inboundAgents = [share('a', 0.9), share('b', 0.06), share('c', 0.04)];
    const hasAgent = (agentId: string) => agentId !== 'a';
    const routed = route({ inboundAgents }, { hasAgent, random: () => 0.59 });
    expect(routed.agentId).toBe('b');
    expect(routed.steps.at(-1)?.values['percent']).toBe('60');
    expect(route({ inboundAgents }, { hasAgent, random: () => 0.61 }).agentId).toBe('c');
  });

  it('the pinned version, or the live one once it is gone', () => {
    const inboundAgents = [share('a', 1, 'v5')];
    expect(route({ inboundAgents }).versionId).toBe('v5');
    const without = route({ inboundAgents }, { hasVersion: () => false });
    expect(without).toMatchObject({ action: 'answer', agentId: 'a', versionId: null });
    expect(found(without).at(-1)).toBe('agents: version-gone');
  });

  it('nobody when no agent is there', () => {
    expect(found(route({}))).toEqual(['hours: always', 'agents: none', 'fallback: none']);
    const routed = route({ inboundAgents: [share('a', 1)] }, { hasAgent: () => false });
    expect([routed.action, ...found(routed)]).toEqual([
      'refuse',
      'hours: always',
      'agents: gone',
      'fallback: none',
    ]);
  });
});

describe('a call that no agent answers', () => {
  const forwarded = { action: 'forward', agentId: null, forwardTo: '+15125550100' };
  const fallbackNumber = '+15125550100';

  it('goes to the fallback number', () => {
    expect(route({ fallbackNumber })).toMatchObject(forwarded);
    const inboundAgents = [share('a', 1)];
    expect(route({ fallbackNumber, inboundAgents }, { hasAgent: () => false })).toMatchObject(forwarded);
  });

  it('to a paused number is not answered, but sent on', () => {
    const paused = { isPaused: true, inboundAgents: [share('a', 1)] };
    expect(found(route(paused))).toEqual(['paused: paused', 'fallback: none']);
    expect(route({ ...paused, fallbackNumber })).toMatchObject(forwarded);
  });
});

describe('the caller’s country', () => {
  const inboundAgents = [share('a', 1)];
  const allowedInboundCountries = ['US', 'GB'];

  it.each([
    ['GB', 'answer', 'country: taken'],
    ['DE', 'refuse', 'country: refused'],
    [null, 'refuse', 'country: unknown'],
  ])('%s: %s', (fromCountry, action, first) => {
    const routed = route({ inboundAgents, allowedInboundCountries }, { fromCountry });
    expect([routed.action, found(routed)[0]]).toEqual([action, first]);
  });

  it('that is not allowed is not sent on either: that would cost', () => {
    const fields = { inboundAgents, allowedInboundCountries, fallbackNumber: '+15125550100' };
    expect(route(fields, { fromCountry: 'DE' }).action).toBe('refuse');
  });

  it('does not matter without a list', () => {
    expect(route({ inboundAgents }, { fromCountry: null }).action).toBe('answer');
  });
});

describe('open hours', () => {
  const inboundAgents = [share('day', 1)];
  const afterHoursAgent = { agentId: 'night', versionId: null };
  const chicago: OpenHours = {
    timezone: 'America/Chicago',
    rows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' }],
  };
  const answers = (openHours: OpenHours, now: string) =>
    route({ inboundAgents, afterHoursAgent, openHours }, { now: Date.parse(now) }).agentId;

  it.each([
    // Friday, 20 November 2026; Chicago is 6 hours behind.
    ['2026-11-20T13:59:59Z', 'night'],
    ['2026-11-20T14:00:00Z', 'day'],
    ['2026-11-20T23:59:00Z', 'day'],
    ['2026-11-21T00:00:00Z', 'night'],
    ['2026-11-21T16:00:00Z', 'night'],
    // In summer 5 hours: the clock on the wall counts.
    ['2026-07-20T12:59:00Z', 'night'],
    ['2026-07-20T13:00:00Z', 'day'],
  ])('follow the clock of their place: %s answers %s', (now, agentId) => {
    expect(answers(chicago, now)).toBe(agentId);
  });

  const night: OpenHours = {
    timezone: 'Asia/Tokyo',
    rows: [{ days: ['sat'], from: '22:00', to: '06:00' }],
  };
  it.each([
    // Saturday 22:00 in Tokyo is 13:00 UTC.
    ['2026-11-21T12:59:00Z', 'night'],
    ['2026-11-21T13:00:00Z', 'day'],
    ['2026-11-21T20:59:00Z', 'day'],
    ['2026-11-21T21:00:00Z', 'night'],
    // The night to Saturday is Friday's.
    ['2026-11-20T18:00:00Z', 'night'],
  ])('over midnight belong to the day they begin on: %s answers %s', (now, agentId) => {
    expect(answers(night, now)).toBe(agentId);
  });

  it('of a whole day end with it, and Sunday reaches into Monday', () => {
    const day: OpenHours = { timezone: 'UTC', rows: [{ days: ['sun'], from: '00:00', to: '24:00' }] };
    expect(answers(day, '2026-11-22T23:59:00Z')).toBe('day');
    expect(answers(day, '2026-11-23T00:00:00Z')).toBe('night');
    const over: OpenHours = { timezone: 'UTC', rows: [{ days: ['sun'], from: '23:00', to: '01:00' }] };
    expect(answers(over, '2026-11-23T00:30:00Z')).toBe('day');
  });

  it('that are over lead to the fallback number when nobody else answers', () => {
    const closed = { inboundAgents, openHours: chicago };
    const now = Date.parse('2026-11-21T16:00:00Z');
    expect(found(route(closed, { now }))).toEqual(['hours: closed', 'after-hours: none', 'fallback: none']);
    const gone = route(
      { ...closed, afterHoursAgent, fallbackNumber: '+15125550100' },
      { now, hasAgent: () => false },
    );
    expect([gone.action, found(gone)[1]]).toEqual(['forward', 'after-hours: gone']);
  });

  it('show the local time in their step', () => {
    const routed = route({ inboundAgents, openHours: chicago }, { now: Date.parse('2026-11-20T16:12:00Z') });
    expect(routed.steps[0]?.values).toEqual({ day: 'fri', time: '10:12', timezone: 'America/Chicago' });
  });
});
