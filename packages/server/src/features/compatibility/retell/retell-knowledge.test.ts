import { createCredential } from '@tendril/contract/api/credentials';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('retell-sdk talks to knowledge bases, numbers and voices on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let client: Retell;
  let carrier: PlayedCarrier;
  let outsider: Retell;

  beforeAll(async () => {
    carrier = await playCarrier();
    app = await createTestApp({ database, config: { egressAllow: [carrier.address] } });
    user = await app.signIn();
    const baseURL = `${await app.listen()}${retellPrefix}`;
    const clientOf = async (workspaceId?: string) =>
      new Retell({ apiKey: (await makeKey(app, workspaceId)).key, baseURL, maxRetries: 0 });
    client = await clientOf(user.caller.workspaceId);
    outsider = await clientOf();
  });
  afterAll(async () => {
    await app.close();
    carrier.close();
  });

  const refused = async (asked: Promise<unknown>): Promise<[unknown, string]> =>
    asked.then(
      () => expect.fail('was not refused'),
      (error: { status?: unknown; error?: { message?: string } }) => [
        error.status,
        error.error?.message ?? '',
      ],
    );
  const complete = async (id: string) => {
    for (;;) {
      const found = await client.knowledgeBase.retrieve(id);
      if (found.status !== 'in_progress') return found;
    }
  };

  it('texts and files become a knowledge base that can be searched', async () => {
    const made = await client.knowledgeBase.create({
      knowledge_base_name: 'Handbook',
      knowledge_base_texts: [{ title: 'Hours', text: 'The bakery opens at seven in the morning.' }],
      knowledge_base_files: [new File(['Rye bread costs four euros.'], 'prices.txt', { type: 'text/plain' })],
    });
    const id = made.knowledge_base_id;
    expect(made.knowledge_base_name).toBe('Handbook');
    const found = await complete(id);
    expect(found.status).toBe('complete');
    expect(found.knowledge_base_sources).toEqual([
      {
        type: 'document',
        source_id: expect.any(String),
        filename: 'prices.txt',
        file_size: 27,
        file_url: expect.any(String),
      },
      { type: 'text', source_id: expect.any(String), title: 'Hours', content_url: expect.any(String) },
    ]);
    const driver = new KnowledgeDriver(user);
    const { docs } = await driver.call<{ docs: { pageContent: string }[] }>('POST', 'vectorstore/query', {
      storeId: id,
      query: 'What does rye bread cost?',
    });
    expect(docs[0]?.pageContent).toContain('four euros');

    await client.knowledgeBase.addSources(id, {
      knowledge_base_texts: [{ title: 'More', text: 'Closed on Mondays.' }],
    });
    const more = await complete(id);
    expect(more.knowledge_base_sources).toHaveLength(3);
    const gone = more.knowledge_base_sources?.[0]?.source_id ?? '';
    const left = await client.knowledgeBase.deleteSource(gone, { knowledge_base_id: id });
    expect(left.knowledge_base_sources?.map((source) => source.source_id)).not.toContain(gone);

    const llm = await client.llm.create({ knowledge_base_ids: [id] });
    expect(llm.knowledge_base_ids).toEqual([id]);
    expect((await client.knowledgeBase.list()).map((one) => one.knowledge_base_id)).toEqual([id]);
    expect((await refused(outsider.knowledgeBase.retrieve(id)))[0]).toBe(422);
    await client.knowledgeBase.delete(id);
    expect((await refused(client.knowledgeBase.retrieve(id)))[0]).toBe(422);
  });

  it('a refused knowledge base leaves nothing behind', async () => {
    const before = (await client.knowledgeBase.list()).length;
    const bad = client.knowledgeBase.create({
      knowledge_base_name: ' ',
      knowledge_base_files: [new File(['x'], 'x.txt')],
    });
    expect(await refused(bad)).toEqual([400, expect.stringContaining('knowledge_base_name')]);
    const worse = client.knowledgeBase.create({
      knowledge_base_name: 'x',
      knowledge_base_urls: ['file:///etc/passwd'],
    });
    expect(await refused(worse)).toEqual([400, expect.stringContaining('knowledge_base_urls.0')]);
    expect(await client.knowledgeBase.list()).toHaveLength(before);
  });

  it('what no body may hold, a list in a form may not hold either', async () => {
    const before = (await client.knowledgeBase.list()).length;
    const bad = client.knowledgeBase.create({
      knowledge_base_name: 'Handbook',
      knowledge_base_texts: [{ title: 'Hours', text: 'from\0seven' }],
    });
    expect(await refused(bad)).toEqual([400, expect.stringContaining('knowledge_base_texts.0.text')]);
    expect(await client.knowledgeBase.list()).toHaveLength(before);
  });

  it('phone numbers are imported, led to agents, listed and removed', async () => {
    const { llm_id } = await client.llm.create({});
    const { agent_id } = await client.agent.create({
      response_engine: { type: 'retell-llm', llm_id },
      voice_id: '11labs-Adrian',
    });
    await client.agent.publish(agent_id, { version: 0 });
    const made = await client.phoneNumber.import({
      phone_number: '+14157774444',
      termination_uri: 'someuri.pstn.twilio.com',
      nickname: 'Desk',
      inbound_agents: [{ agent_id, agent_version: 0, weight: 1 }],
      outbound_agents: [{ agent_id, agent_version: 'latest_published', weight: 1 }],
    });
    expect(made).toMatchObject({
      phone_number: '+14157774444',
      phone_number_pretty: '+1 415 777 4444',
      phone_number_type: 'custom',
      area_code: 415,
      nickname: 'Desk',
      inbound_agents: [{ agent_id, agent_version: 0, weight: 1 }],
      outbound_agents: [{ agent_id, weight: 1 }],
      sip_outbound_trunk_config: { termination_uri: 'someuri.pstn.twilio.com', transport: 'udp' },
      last_modification_timestamp: expect.any(Number),
    });
    const changed = await client.phoneNumber.update('+14157774444', {
      nickname: 'Front',
      outbound_agents: null,
    });
    expect(changed).toMatchObject({ nickname: 'Front', outbound_agents: null });
    expect(changed.inbound_agents).toEqual(made.inbound_agents);
    expect(await client.phoneNumber.retrieve('+14157774444')).toEqual(changed);
    expect((await client.phoneNumber.list()).items).toEqual([changed]);
    expect(
      await refused(
        client.phoneNumber.update('+14157774444', {
          inbound_agents: [{ agent_id: 'agent_gone', weight: 1 }],
        }),
      ),
    ).toEqual([400, expect.stringContaining('inbound_agents.0.agent_id')]);
    expect(
      await refused(
        client.phoneNumber.update('+14157774444', { inbound_agents: [{ agent_id, weight: 0.5 }] }),
      ),
    ).toEqual([400, expect.stringContaining('inbound_agents')]);
    expect(await refused(client.phoneNumber.create({ area_code: 415 }))).toEqual([
      400,
      expect.stringContaining('phone_number'),
    ]);
    expect((await refused(outsider.phoneNumber.retrieve('+14157774444')))[0]).toBe(422);
    await client.phoneNumber.delete('+14157774444');
    expect((await refused(client.phoneNumber.retrieve('+14157774444')))[0]).toBe(422);
  });

  it('a number of the workspace’s own account at a carrier is added, and no other', async () => {
    const asked = { phone_number: '+14157775555', number_provider: 'telnyx' as const, nickname: 'Night' };
    expect(await refused(client.phoneNumber.create(asked))).toEqual([
      422,
      expect.stringContaining('no secret of Telnyx'),
    ]);
    const plainDataObj = { apiKey: 'carrier_canary', baseUrl: carrier.url };
    const payload = { name: 'Telnyx', credentialName: 'telnyxApi', plainDataObj };
    const kept = await user.inject({ method: 'POST', url: createCredential.path, payload });
    const held = { id: '1293384261075731499', phone_number: '+14157775555', status: 'active' };
    carrier.play(({ path }, response) => {
      const data = path.includes('14157775555') ? [held] : [];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data, meta: { total_pages: 1, page_number: 1 } }));
    });
    const made = await client.phoneNumber.create(asked);
    expect(made).toMatchObject({ phone_number_type: 'retell-telnyx', nickname: 'Night' });
    const { db } = app.infrastructure;
    const row = await db.selectFrom('assistant_phone_number').select('fields').executeTakeFirstOrThrow();
    expect(JSON.parse(row.fields)).toMatchObject({
      connection: { credentialId: kept.json().id, carrierNumberId: held.id },
    });
    expect(await refused(client.phoneNumber.create({ ...asked, phone_number: '+14157776666' }))).toEqual([
      400,
      expect.stringContaining('phone_number: is no number of the account at Telnyx'),
    ]);
    expect((await refused(client.phoneNumber.create(asked)))[0]).toBe(409);
    await client.phoneNumber.delete('+14157775555');
  });

  it('R-02: voices are listed and read, and a voice of a provider can be added', async () => {
    const voices = await client.voice.list();
    const adrian = voices.find((voice) => voice.voice_id === '11labs-Adrian');
    expect(adrian).toMatchObject({ voice_name: 'Adrian', provider: 'elevenlabs', gender: 'male' });
    expect((await client.voice.retrieve('11labs-Adrian')).voice_name).toBe('Adrian');
    const own = await client.voice.addResource({
      voice_name: 'Ada',
      provider_voice_id: 'abc123',
      voice_provider: 'elevenlabs',
    });
    expect(own).toMatchObject({ voice_name: 'Ada', provider: 'elevenlabs' });
    expect((await client.voice.retrieve(own.voice_id)).voice_name).toBe('Ada');
    expect((await refused(outsider.voice.retrieve(own.voice_id)))[0]).toBe(422);
    const { llm_id } = await client.llm.create({});
    const spoken = await client.agent.create({
      response_engine: { type: 'retell-llm', llm_id },
      voice_id: own.voice_id,
    });
    expect(spoken.voice_id).toBe(own.voice_id);
  });
});
