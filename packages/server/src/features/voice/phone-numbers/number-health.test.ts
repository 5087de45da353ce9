import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { lastCallStore } from './last-call.store.ts';
import { judgeLastCall } from './live-checks.ts';

const base = '/api/core/v1/assistant-phone-numbers';

describe.each(databases)('the health of a number on %s', (database) => {
  let carrier: PlayedCarrier;
  let app: TestApp;
  let user: TestUser;
  let agentId: string;
  let credentialId: string;

  beforeAll(async () => {
    carrier = await playCarrier();
    app = await createTestApp({ database, config: { egressAllow: [carrier.address, '127.0.0.1:5061'] } });
    user = await app.signIn();
    const payload = { agentName: 'Front desk' };
    agentId = (await user.inject({ method: 'POST', url: agentsPrefix, payload })).json().data.id;
    const plainDataObj = { apiKey: 'CANARY-key', baseUrl: carrier.url };
    const secret = { name: 'Telnyx', credentialName: 'telnyxApi', plainDataObj };
    const kept = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload: secret });
    credentialId = kept.json().id;
  });
  afterAll(async () => {
    await app.close();
    carrier.close();
  });

  let count = 0;
  async function make(fields: object): Promise<string> {
    count += 1;
    const payload = { phoneNumber: `+1512555${1000 + count}`, ...fields };
    const answer = await user.inject({ method: 'POST', url: base, payload });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data.id;
  }
  async function check(id: string): Promise<string[]> {
    const answer = await user.inject({ url: `${base}/${id}/health` });
    expect(answer.statusCode, answer.body).toBe(200);
    const { checks } = answer.json().data as { checks: { name: string; state: string; finding: string }[] };
    return checks.map(({ name, state, finding }) => `${name} ${state}: ${finding}`);
  }
  async function overview(id: string) {
    const { data } = (await user.inject({ url: `${base}/overviews` })).json();
    return data.find((one: { id: string }) => one.id === id);
  }
  const routed = () => ({ inboundAgents: [{ agentId, versionId: null, weight: 1 }] });

  it('of a bare number says what is missing, and ticks nothing that was not looked at', async () => {
    const id = await make({});
    expect(await check(id)).toEqual([
      'format good: valid',
      'connection unknown: none',
      'line unknown: no-transport',
      'inbound bad: no-agent',
      'hours good: always',
      'last-call unknown: none',
    ]);
    expect(await overview(id)).toMatchObject({ state: 'not-routed', country: 'US', inboundAgentName: null });
  });

  it('of a routed one knows its agent; without a carrier nobody claims that calls come through', async () => {
    const id = await make(routed());
    expect(await check(id)).toContain('inbound good: matches');
    expect(await check(id)).toContain('line unknown: no-transport');
    expect(await overview(id)).toMatchObject({ state: 'ready', failing: 0, inboundAgentName: 'Front desk' });
    await user.inject({ method: 'PUT', url: `${base}/${id}`, payload: { isPaused: true } });
    expect(await check(id)).toContain('inbound unknown: paused');
    expect((await overview(id)).state).toBe('paused');
  });

  it('reports an invalid number, and a deleted agent', async () => {
    const bad = await make({ ...routed(), phoneNumber: '+15550100' });
    expect(await check(bad)).toContain('format bad: invalid');
    expect(await overview(bad)).toMatchObject({ state: 'failing', failing: 1, pretty: '+1 5550100' });
    const id = await make({ inboundAgentId: 'agent_gone' });
    expect(await check(id)).toContain('inbound bad: agent-gone');
    expect((await overview(id)).state).toBe('failing');
  });

  it('an agent of another workspace is stored and answered as one that is nowhere, and never used', async () => {
    const payload = { agentName: 'Foreign' };
    const foreign = (await user.inject({ method: 'POST', url: agentsPrefix, payload })).json().data.id;
    await app.infrastructure.db
      .updateTable('voice_agent')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', foreign)
      .execute();
    const [there, nowhere] = [
      await make({ inboundAgentId: foreign, outboundAgentId: foreign }),
      await make({ inboundAgentId: 'agent_nowhere', outboundAgentId: 'agent_nowhere' }),
    ];
    expect(await check(there)).toEqual(await check(nowhere));
    expect(await check(there)).toContain('inbound bad: agent-gone');
    const shown = async (id: string) => {
      const { id: _id, pretty: _pretty, ...rest } = await overview(id);
      return rest;
    };
    expect(await shown(there)).toEqual(await shown(nowhere));
    const listed = (await user.inject({ url: base })).json().data as { id: string }[];
    expect(listed.find(({ id }) => id === there)).toMatchObject({ inboundAgentId: foreign });
    expect(JSON.stringify(await shown(there))).not.toContain('Foreign');
  });

  it('of a number that only calls out misses no agent that answers', async () => {
    const id = await make({ outboundAgents: [{ agentId, versionId: null, weight: 1 }] });
    expect(await check(id)).toContain('inbound unknown: no-agent');
    expect(await overview(id)).toMatchObject({ state: 'ready', outboundAgentName: 'Front desk' });
  });

  it('of a line for browsers needs no carrier', async () => {
    const id = await make({ ...routed(), provider: 'browser', phoneNumber: '' });
    expect(await check(id)).toEqual([
      'format good: browser',
      'connection good: browser',
      'inbound good: matches',
      'hours good: always',
    ]);
    expect((await overview(id)).state).toBe('browser');
  });

  it.each([
    [{ trunkUri: '' }, 'connection bad: no-trunk'],
    [{ trunkUri: 'sip:10.0.0.8:5060' }, 'connection bad: trunk-blocked'],
    [{ trunkUri: 'pbx.local' }, 'connection bad: trunk-blocked'],
    [{ trunkUri: 'nobody.invalid' }, 'connection bad: trunk-missing'],
    [{ trunkUri: '127.0.0.1', transport: 'tls' }, 'connection good: trunk-found'],
    [{ trunkUri: '127.0.0.1', transport: 'udp' }, 'connection bad: trunk-blocked'],
  ])('of a trunk %j is "%s"', async (connection, found) => {
    const id = await make({ ...routed(), provider: 'sip', connection });
    expect(await check(id)).toContain(found);
    // The list shows it too, until the number changes.
    expect((await overview(id)).failing).toBe(found.includes('bad') ? 1 : 0);
    await user.inject({ method: 'PUT', url: `${base}/${id}`, payload: { connection: null, provider: null } });
    expect((await overview(id)).failing).toBe(0);
  });

  it('asks the carrier whose key is there, and reports its refusal in words without the key', async () => {
    const connection = { credentialId };
    const id = await make({ ...routed(), provider: 'telnyx', phoneNumber: '+13035550141', connection });
    const answerWith = (status: number, body: object) =>
      carrier.play((_request, response) => void response.writeHead(status).end(JSON.stringify(body)));
    answerWith(200, { data: [{ id: '1', phone_number: '+13035550141' }] });
    expect(await check(id)).toContain('carrier good: known');
    // Without PUBLIC_URL a carrier has nowhere to ask.
    expect(await check(id)).toContain('line bad: no-address');
    expect(carrier.requests.at(-1)?.path).toContain('%2B13035550141');
    answerWith(200, { data: [] });
    expect(await check(id)).toContain('carrier bad: not-in-account');
    expect(await overview(id)).toMatchObject({ state: 'failing', failing: 2 });
    answerWith(401, { errors: [{ detail: 'CANARY-key is not valid' }] });
    const refused = await user.inject({ url: `${base}/${id}/health` });
    expect(refused.body).toContain('Telnyx rejected the key (status 401).');
    expect(refused.body).not.toContain('CANARY');
    // A carrier that is away says nothing about the number.
    answerWith(503, {});
    expect(await check(id)).toContain('carrier unknown: refused');
    await user.inject({ method: 'DELETE', url: `${studio}/credentials/${credentialId}` });
    expect(await check(id)).toContain('connection bad: secret-gone');
  });

  it('has a last call only when one came over the telephone', async () => {
    expect(await lastCallStore(app.infrastructure.db).find(user.caller, '+15125550142')).toBeUndefined();
    const call = { disconnectionReason: 'error_asr', createdAt: 5 };
    expect(judgeLastCall({ ...call, status: 'error' })).toMatchObject({ state: 'bad', finding: 'failed' });
    expect(judgeLastCall({ ...call, status: 'ended' })).toMatchObject({ state: 'good', finding: 'ended' });
    expect(judgeLastCall({ ...call, status: 'registered' }).state).toBe('unknown');
  });

  it('of a number of another workspace is nobody’s business', async () => {
    const id = await make({});
    await app.infrastructure.db
      .updateTable('assistant_phone_number')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    for (const path of ['health', 'webhook-secret'])
      expect((await user.inject({ url: `${base}/${id}/${path}` })).statusCode).toBe(404);
    expect(await overview(id)).toBeUndefined();
  });
});
