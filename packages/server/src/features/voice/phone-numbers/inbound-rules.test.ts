import { createHmac } from 'node:crypto';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const base = '/api/core/v1/assistant-phone-numbers';

describe.each(databases)('the rules of a number on %s', (database) => {
  let receiver: PlayedCarrier;
  let app: TestApp;
  let user: TestUser;
  let desk: string;
  let night: string;
  let id: string;

  beforeAll(async () => {
    receiver = await playCarrier();
    app = await createTestApp({ database, config: { egressAllow: [receiver.address] } });
    user = await app.signIn();
    desk = await makeAgent('Front desk');
    night = await makeAgent('After-hours triage');
    const payload = {
      phoneNumber: '+15125550142',
      inboundAgents: [{ agentId: desk, versionId: null, weight: 1 }],
      openHours: {
        timezone: 'America/Chicago',
        rows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' }],
      },
      afterHoursAgent: { agentId: night, versionId: null },
      allowedInboundCountries: ['US'],
      inboundWebhookUrl: `${receiver.url}/inbound`,
    };
    const made = await user.inject({ method: 'POST', url: base, payload });
    expect(made.statusCode, made.body).toBe(201);
    id = made.json().data.id;
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });
  beforeEach(() => void receiver.requests.splice(0));

  async function makeAgent(agentName: string): Promise<string> {
    return (await user.inject({ method: 'POST', url: agentsPrefix, payload: { agentName } })).json().data.id;
  }
  const simulate = (payload: object) =>
    user.inject({ method: 'POST', url: `${base}/${id}/simulate-inbound`, payload });
  const ask = (payload: object = {}) =>
    user.inject({ method: 'POST', url: `${base}/${id}/inbound-test`, payload });

  it.each([
    ['+12025550123', '2026-11-20T16:12:00Z', 'answer', 'Front desk'],
    ['+12025550123', '2026-11-21T16:12:00Z', 'answer', 'After-hours triage'],
    ['+4930123456', '2026-11-20T16:12:00Z', 'refuse', null],
    ['', '2026-11-20T16:12:00Z', 'refuse', null],
  ])('decide for a made-up call from "%s" at %s: %s %s', async (fromNumber, at, action, agentName) => {
    const answer = await simulate({ fromNumber, at: Date.parse(at) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().data).toMatchObject({ action, agentName, versionId: null });
    expect(answer.json().from?.country ?? null).toBe(
      fromNumber ? (fromNumber.startsWith('+1') ? 'US' : 'DE') : null,
    );
  });

  it('name each rule that was asked, with the agent by its name', async () => {
    const { data } = (
      await simulate({ fromNumber: '+12025550123', at: Date.parse('2026-11-20T16:12:00Z') })
    ).json();
    expect(data.agentId).toBe(desk);
    expect(data.steps).toEqual([
      { rule: 'country', finding: 'taken', values: { country: 'US' } },
      { rule: 'hours', finding: 'open', values: { day: 'fri', time: '10:12', timezone: 'America/Chicago' } },
      { rule: 'agents', finding: 'only', values: { agentId: desk, agent: 'Front desk', percent: '100' } },
    ]);
  });

  it('refuse a caller that is no number by its field', async () => {
    const answer = await simulate({ fromNumber: '030 12' });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'fromNumber']);
  });

  it('SP-79: call the inbound webhook, signed, and show how it was understood', async () => {
    receiver.play(
      (_request, response) =>
        void response.end(
          JSON.stringify({
            call_inbound: {
              override_agent_id: night,
              override_agent_version: 3,
              dynamic_variables: { customer: 'Ida' },
              metadata: { crm: 7 },
            },
          }),
        ),
    );
    const { secret, hint } = (
      await user.inject({ method: 'POST', url: `${base}/${id}/webhook-secret` })
    ).json();
    const answer = await ask({ fromNumber: '+12025550199' });
    expect(answer.json()).toMatchObject({
      isOk: true,
      status: 200,
      error: null,
      understood: {
        agentId: night,
        agentName: 'After-hours triage',
        agentVersion: '3',
        variables: { customer: 'Ida' },
        metadata: { crm: 7 },
        problems: [],
      },
    });
    const [sent] = receiver.requests;
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      event: 'call_inbound',
      call_inbound: {
        agent_id: desk,
        from_number: '+12025550199',
        to_number: '+15125550142',
        call_id: expect.stringMatching(/^test_/),
      },
    });
    const signature = String(sent?.headers['x-retell-signature']);
    const [, at, digest] = /^v=(\d+),d=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(digest).toBe(createHmac('sha256', secret).update(`${sent?.body}${at}`).digest('hex'));
    expect(sent?.headers['x-tendril-signature']).toBe(signature);
    const shown = await user.inject({ url: `${base}/${id}/webhook-secret` });
    expect(shown.json().hint).toBe(hint);
    expect(shown.body).not.toContain(secret);
  });

  it('SP-79: say of an agent that is not there that it is not there', async () => {
    receiver.play(
      (_request, response) => void response.end('{"call_inbound":{"override_agent_id":"agent_nobody"}}'),
    );
    const { isOk, understood } = (await ask()).json();
    expect([isOk, understood.agentId, understood.problems[0].path]).toEqual([
      true,
      null,
      'call_inbound.override_agent_id',
    ]);
  });

  it.each([
    [200, '<html>', 'not JSON'],
    [200, '{"call_inbound":{"dynamic_variables":{"a":1}}}', 'not understood'],
    [404, 'no', 'answered 404'],
    [302, '', 'redirects are not followed'],
  ])('ATK-166: say of a response %i %s why it is unusable', async (status, body, reason) => {
    receiver.play((_request, response) => void response.writeHead(status, { location: '/x' }).end(body));
    const answer = (await ask()).json();
    expect(answer).toMatchObject({ isOk: false, status, understood: null });
    expect(answer.error).toContain(reason);
  });

  it('try an address before it is saved, but none that lies inside, and none that is missing', async () => {
    receiver.play((_request, response) => void response.end('{}'));
    expect((await ask({ url: `${receiver.url}/other` })).json().isOk).toBe(true);
    expect(receiver.requests[0]?.path).toBe('/other');
    expect((await ask({ url: 'http://127.0.0.1:1/' })).json()).toMatchObject({ isOk: false, status: null });
    expect((await ask({ url: 'ftp://x' })).json().details[0].path).toBe('url');
    const payload = { phoneNumber: '+15125550177' };
    const bare = (await user.inject({ method: 'POST', url: base, payload })).json().data.id;
    const answer = await user.inject({ method: 'POST', url: `${base}/${bare}/inbound-test`, payload: {} });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'url']);
  });
});
