import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = '/api/core/v1/assistant-phone-numbers';

describe.each(databases)('the known fields of a phone number on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let desk: string;
  let recall: string;
  let published: string;
  let count = 0;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    desk = await makeAgent('Front desk');
    recall = await makeAgent('Clinic recall');
    const version = await user.inject({
      method: 'POST',
      url: `${agentsPrefix}/${desk}/versions`,
      payload: {},
    });
    published = version.json().data.id;
  });
  afterAll(() => app.close());

  async function makeAgent(agentName: string): Promise<string> {
    const made = await user.inject({ method: 'POST', url: agentsPrefix, payload: { agentName } });
    return made.json().data.id;
  }
  const free = () => {
    count += 1;
    return `+1512555${1000 + count}`;
  };
  const post = (payload: object) =>
    user.inject({ method: 'POST', url, payload: { phoneNumber: free(), ...payload } });
  const put = (id: string, payload: object) => user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
  const make = async (payload: object): Promise<Record<string, unknown> & { id: string }> => {
    const answer = await post(payload);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data;
  };

  it('SP-03, SP-04: are kept and answered as they were sent, with what nobody knows beside them', async () => {
    const body = {
      phoneNumber: free(),
      provider: 'sip',
      nickname: 'Front desk',
      inboundAgents: [
        { agentId: desk, versionId: null, weight: 0.9 },
        { agentId: desk, versionId: published, weight: 0.1 },
      ],
      openHours: {
        timezone: 'America/Chicago',
        rows: [{ days: ['mon', 'fri'], from: '22:00', to: '06:00' }],
      },
      afterHoursAgent: { agentId: recall, versionId: null },
      fallbackNumber: '+15125550100',
      allowedInboundCountries: ['US', 'GB'],
      isPaused: true,
      inboundWebhookUrl: 'https://hooks.example/in',
      connection: { trunkUri: 'sip.example.com:5061', transport: 'tls', user: 'desk', codecs: ['PCMU'] },
      labels: { team: [1, 2] },
    };
    const { id, ...kept } = await make(body);
    expect(kept).toEqual({ ...body, inboundAgentId: desk });
    const changed = await put(id, { isPaused: false });
    expect(changed.json().data).toEqual({ ...kept, id, isPaused: false });
  });

  it('SP-04: the simple agent and the split stay one', async () => {
    const { id } = await make({ inboundAgentId: desk });
    const split = [
      { agentId: desk, versionId: null, weight: 0.4 },
      { agentId: recall, versionId: null, weight: 0.6 },
    ];
    const answer = async (changes: object) => {
      const { inboundAgentId, inboundAgents } = (await put(id, changes)).json().data;
      return [inboundAgentId, inboundAgents];
    };
    expect(await answer({ nickname: 'x' })).toEqual([desk, undefined]);
    expect(await answer({ inboundAgents: split })).toEqual([recall, split]);
    // The same agent sent back by a client that knows no split does not undo it.
    expect(await answer({ inboundAgentId: recall })).toEqual([recall, split]);
    const single = [{ agentId: desk, versionId: null, weight: 1 }];
    expect(await answer({ inboundAgentId: desk })).toEqual([desk, single]);
    expect(await answer({ inboundAgents: [] })).toEqual([null, []]);
  });

  it('a line for browsers needs no number, every other provider does', async () => {
    const { id, phoneNumber } = await make({
      provider: 'browser',
      phoneNumber: '',
      nickname: 'Browser line',
    });
    expect(phoneNumber).toBe('');
    await make({ provider: 'browser', phoneNumber: '', nickname: 'Another' });
    const without = await put(id, { provider: 'sip' });
    expect([without.statusCode, without.json().details[0].path]).toEqual([400, 'phoneNumber']);
    const sip = await post({ provider: 'sip', phoneNumber: '' });
    expect([sip.statusCode, sip.json().message]).toEqual([
      400,
      'phoneNumber: is needed; only a browser line has none',
    ]);
  });

  const share = (weight: number, agentId = 'desk', versionId: string | null = null) => ({
    agentId,
    versionId,
    weight,
  });
  const hours = (rows: unknown, timezone = 'UTC') => ({ openHours: { timezone, rows } });

  it.each<[object, string, string]>([
    [{ provider: 'carrier pigeon' }, 'provider', 'must be browser, twilio, telnyx or sip'],
    [{ inboundAgents: [share(0.5), share(0.4, 'recall')] }, 'inboundAgents', 'they add to 0.9'],
    [{ inboundAgents: [share(0.5), share(0.5)] }, 'inboundAgents.1.agentId', 'in the split already'],
    [{ inboundAgents: [share(1, 'nobody')] }, 'inboundAgents.0.agentId', 'not a voice agent'],
    [{ outboundAgents: [share(1, 'nobody')] }, 'outboundAgents.0.agentId', 'not a voice agent'],
    [{ inboundAgents: [share(1, 'desk', 'v9')] }, 'inboundAgents.0.versionId', 'not a version of this'],
    [{ inboundAgents: Array.from({ length: 11 }, () => share(1 / 11)) }, 'inboundAgents', 'at most 10'],
    [{ inboundAgents: [share(1.2)] }, 'inboundAgents.0.weight', 'must be 0 to 1'],
    [{ afterHoursAgent: { agentId: 'nobody' } }, 'afterHoursAgent.agentId', 'not a voice agent'],
    [hours([{ days: ['mon'], from: '08:00', to: '18:00' }], 'Mars/Base'), 'openHours.timezone', 'time zone'],
    [hours([]), 'openHours.rows', 'at least one row'],
    [hours([{ days: ['mon'], from: '25:00', to: '18:00' }]), 'openHours.rows.0.from', 'must be a time'],
    [hours([{ days: ['mon'], from: '08:00', to: '08:00' }]), 'openHours.rows.0.to', 'must not be the time'],
    [hours([{ days: ['someday'], from: '08:00', to: '09:00' }]), 'openHours.rows.0.days.0', 'must be mon'],
    [{ fallbackNumber: '030 123' }, 'fallbackNumber', 'must be in E.164 form'],
    [{ fallbackNumber: '+19005551234' }, 'fallbackNumber', 'premium'],
    [{ fallbackNumber: '+8823451234' }, 'fallbackNumber', 'satellite'],
    [{ fallbackNumber: '+112' }, 'fallbackNumber', 'no number that can be called'],
    [{ allowedInboundCountries: ['USA'] }, 'allowedInboundCountries.0', 'must be a country code'],
    [{ isPaused: 'yes' }, 'isPaused', 'must be true or false'],
    [{ connection: { trunkUri: 'sip:x@evil.example' } }, 'connection.trunkUri', 'must be a host'],
    [{ connection: { transport: 'carrier' } }, 'connection.transport', 'must be udp, tcp or tls'],
    [{ connection: { password: 'p' } }, 'connection.password', 'belongs into Secrets'],
    [{ connection: { credentialId: 'gone' } }, 'connection.credentialId', 'not a secret'],
  ])('ATK-157, SP-04: refuse %j by its field', async (payload, path, message) => {
    const real = JSON.parse(
      JSON.stringify(payload).replaceAll('"desk"', `"${desk}"`).replaceAll('"recall"', `"${recall}"`),
    );
    const answer = await post(real);
    expect([answer.statusCode, answer.json().details[0].path], answer.body).toEqual([400, path]);
    expect(answer.json().message).toContain(message);
  });

  it('a number may not fall back to itself', async () => {
    const { id, phoneNumber } = await make({});
    const answer = await put(id, { fallbackNumber: phoneNumber });
    expect(answer.json().message).toBe('fallbackNumber: must be another number than this one');
  });

  it('an agent that was deleted stays with its number until somebody chooses another', async () => {
    const leaving = await makeAgent('Leaving');
    const { id } = await make({ inboundAgents: [{ agentId: leaving, versionId: null, weight: 1 }] });
    await user.inject({ method: 'DELETE', url: `${agentsPrefix}/${leaving}` });
    const renamed = await put(id, { nickname: 'Still there' });
    expect(renamed.json().data).toMatchObject({ nickname: 'Still there', inboundAgentId: leaving });
  });

  it('two saves of different fields at once keep both', async () => {
    const { id } = await make({});
    await Promise.all([put(id, { nickname: 'Both' }), put(id, { isPaused: true })]);
    const all = (await user.inject({ url })).json().data as { id: string }[];
    expect(all.find((number) => number.id === id)).toMatchObject({ nickname: 'Both', isPaused: true });
  });

  it('an agent of another workspace is none', async () => {
    const foreign = await makeAgent('Foreign');
    await app.infrastructure.db
      .updateTable('voice_agent')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', foreign)
      .execute();
    const answer = await post({ inboundAgents: [{ agentId: foreign, versionId: null, weight: 1 }] });
    expect(answer.json().details[0].path).toBe('inboundAgents.0.agentId');
  });
});
