import { storedValueMask } from '@tendril/contract/api/credentials';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver } from '../../voice/voice-agents/testing/agent-driver.ts';

describe.each(databases)('retell-sdk talks to voice agents on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let address: string;
  let client: Retell;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    address = await app.listen();
    client = clientOf((await makeKey(app, user.caller.workspaceId)).key);
  });
  afterAll(() => app.close());

  const clientOf = (apiKey: string) =>
    new Retell({ apiKey, baseURL: `${address}${retellPrefix}`, maxRetries: 0 });
  const makeAgent = async (rest: object = {}) => {
    const llm = await client.llm.create({ general_prompt: 'Be kind' });
    return client.agent.create({
      response_engine: { type: 'retell-llm', llm_id: llm.llm_id },
      voice_id: '11labs-Adrian',
      ...rest,
    });
  };
  /** Status and sentence of what the client throws. */
  const refused = async (asked: Promise<unknown>): Promise<[number, string]> => {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Retell.APIError)) throw new Error(`Not refused: ${String(error)}`);
    const body = error.error as { status?: string; message?: string };
    expect(body.status).toBe('error');
    return [Number(error.status), body.message ?? ''];
  };

  it('R-01, R-21 to R-27: an LLM and an agent are made, read, changed, listed and deleted', async () => {
    const llm = await client.llm.create({
      model: 'gpt-4.1-mini',
      model_temperature: 0.2,
      general_prompt: 'You answer for {{company}}.',
      begin_message: null,
      default_dynamic_variables: { company: 'Lindgren' },
      general_tools: [
        { type: 'end_call', name: 'end_call', description: 'Hang up' },
        {
          type: 'custom',
          name: 'find_order',
          url: 'https://example.com/orders',
          parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        },
      ],
    });
    expect(llm).toMatchObject({
      llm_id: expect.stringMatching(/^llm_/),
      version: 0,
      is_published: false,
      begin_message: null,
      start_speaker: 'agent',
      general_tools: [{ name: 'end_call' }, { name: 'find_order', timeout_ms: 120_000 }],
    });
    const agent = await client.agent.create({
      agent_name: 'Jarvis',
      response_engine: { type: 'retell-llm', llm_id: llm.llm_id },
      voice_id: '11labs-Adrian',
      language: 'en-GB',
      voice_speed: 1.2,
      ambient_sound: 'coffee-shop',
      voice_temperature: 0.4,
      voice_emotion: 'calm',
      pronunciation_dictionary: [{ word: 'Siobhan', alphabet: 'ipa', phoneme: 'ʃɪˈvɔːn' }],
      voicemail_option: { action: { type: 'static_text', text: 'Call us back' } },
      post_call_analysis_data: [
        { type: 'enum', name: 'mood', description: 'How it went', choices: ['good', 'bad'] },
      ],
    });
    expect(agent).toMatchObject({
      agent_name: 'Jarvis',
      version: 0,
      is_published: false,
      response_engine: { type: 'retell-llm', llm_id: llm.llm_id, version: 0 },
      language: 'en-GB',
      voice_speed: 1.2,
      ambient_sound: 'coffee-shop',
      voice_temperature: 0.4,
      voice_emotion: 'calm',
      pronunciation_dictionary: [{ word: 'Siobhan', alphabet: 'ipa', phoneme: 'ʃɪˈvɔːn' }],
      voicemail_option: { action: { type: 'static_text', text: 'Call us back' } },
      last_modification_timestamp: expect.any(Number),
    });
    expect(await client.agent.retrieve(agent.agent_id)).toEqual(agent);

    const changed = await client.agent.update(agent.agent_id, { voice_speed: 0.8, ambient_sound: null });
    expect(changed).toEqual({
      ...agent,
      voice_speed: 0.8,
      ambient_sound: null,
      last_modification_timestamp: changed.last_modification_timestamp,
    });
    const speaking = await client.llm.update(llm.llm_id, { s2s_model: 'gpt-realtime' });
    expect(speaking.s2s_model).toBe('gpt-realtime');
    expect((await client.llm.update(llm.llm_id, { s2s_model: null })).s2s_model).toBeUndefined();
    const changedLlm = await client.llm.update(llm.llm_id, { begin_message: 'Hello' });
    expect(changedLlm).toMatchObject({ begin_message: 'Hello', general_prompt: llm.general_prompt });

    const driver = new AgentDriver(user);
    expect(await driver.read(agent.agent_id)).toMatchObject({
      agentName: 'Jarvis',
      responseEngineLlmId: llm.llm_id,
      voiceSpeed: 0.8,
      enableVoicemailDetection: true,
    });
    expect(await driver.llm(llm.llm_id)).toMatchObject({ beginMode: 'defined', beginMessage: 'Hello' });

    expect((await client.agent.list()).items.map((one) => one.agent_id)).toContain(agent.agent_id);
    expect((await client.llm.list()).items.map((one) => one.llm_id)).toContain(llm.llm_id);
    await client.agent.delete(agent.agent_id);
    await client.llm.delete(llm.llm_id);
    expect((await refused(client.agent.retrieve(agent.agent_id)))[0]).toBe(422);
    expect((await refused(client.llm.retrieve(llm.llm_id)))[0]).toBe(422);
  });

  it.each([
    ['denoising_mode', 'noise-and-background-speech-cancellation'],
    ['call_screening_option', { agent_identity: 'Ann', call_purpose: 'a delivery' }],
    ['pii_config', { mode: 'post_call', categories: ['person_name'] }],
    ['data_storage_retention_days', 30],
    ['allow_dtmf_interruption', true],
    ['a_field_of_tomorrow', 'yes'],
  ])('an agent’s %s, which nothing here does, is refused by its name', async (name, value) => {
    const [status, message] = await refused(makeAgent({ [name]: value }));
    expect([status, message]).toEqual([400, expect.stringContaining(`${name}:`)]);
    const { agent_id: id } = await makeAgent();
    expect((await refused(client.agent.update(id, { [name]: value })))[1]).toContain(`${name}:`);
  });

  it.each([
    ['states', [{ name: 'one', state_prompt: 'Ask' }]],
    ['starting_state', 'one'],
    ['mcps', [{ name: 'm', url: 'https://example.com' }]],
    ['begin_after_user_silence_ms', 2000],
  ])('so is an LLM’s %s', async (name, value) => {
    expect(await refused(client.llm.create({ [name]: value }))).toEqual([
      400,
      expect.stringContaining(`${name}:`),
    ]);
    const { llm_id: id } = await client.llm.create({});
    expect((await refused(client.llm.update(id, { [name]: value })))[1]).toContain(`${name}:`);
  });

  it('and what stands inside a field that is read', async () => {
    const custom = { type: 'custom', name: 'find', url: 'https://example.com/x' } as const;
    const cases = [
      [client.llm.create({ kb_config: { top_k: 3, filter_score: 0.6 } }), 'kb_config.filter_score:'],
      [
        client.llm.create({ general_tools: [{ ...custom, enable_typing_sound: true }] }),
        'general_tools.0.enable_typing_sound:',
      ],
      [
        makeAgent({ voicemail_option: { action: { type: 'hangup' }, detection_prompt: 'Beep' } }),
        'voicemail_option.detection_prompt:',
      ],
    ] as const;
    for (const [asked, path] of cases)
      expect(await refused(asked)).toEqual([400, expect.stringContaining(path)]);
  });

  it('keys of the caller and automatic menus are set, and answered as they were set', async () => {
    const keys = { digit_limit: 4, termination_key: '*', timeout_ms: 3000 };
    const asked = {
      allow_user_dtmf: false,
      user_dtmf_options: keys,
      ivr_option: { action: { type: 'hangup' } },
      voicemail_option: { action: { type: 'prompt', text: 'Say who called' } },
    };
    const { agent_id: id } = await makeAgent(asked);
    expect(await client.agent.retrieve(id)).toMatchObject(asked);
    const off = await client.agent.update(id, { user_dtmf_options: null, ivr_option: null } as object);
    expect(off).toMatchObject({ user_dtmf_options: { termination_key: '#' }, ivr_option: null });
    const bad = refused(client.agent.update(id, { user_dtmf_options: { digit_limit: 0 } } as object));
    expect(await bad).toEqual([400, expect.stringContaining('user_dtmf_options.digit_limit')]);
    const menu = refused(client.agent.update(id, { ivr_option: { action: { type: 'press' } } } as object));
    expect(await menu).toEqual([400, expect.stringContaining('ivr_option.action.type')]);
  });

  it('signs of listening are set, and answered as they were set', async () => {
    const asked = {
      enable_backchannel: true,
      backchannel_frequency: 0.35,
      backchannel_words: ['yeah', 'uh-huh'],
    };
    const { agent_id: id } = await makeAgent(asked);
    expect(await client.agent.retrieve(id)).toMatchObject(asked);
    expect(await new AgentDriver(user).settings(id)).toMatchObject({
      enableBackchannel: true,
      backchannelFrequency: 0.35,
      backchannelWords: ['yeah', 'uh-huh'],
    });
    const less = await client.agent.update(id, { enable_backchannel: false, backchannel_words: null });
    expect(less).toMatchObject({
      enable_backchannel: false,
      backchannel_frequency: 0.35,
      backchannel_words: null,
    });
    expect((await makeAgent()).enable_backchannel).toBe(false);
    const bad = await refused(client.agent.update(id, { backchannel_frequency: 2 }));
    expect(bad).toEqual([400, expect.stringContaining('backchannel_frequency')]);
  });

  it('noise of the caller is taken out where the agent wants it, and as it was before where it does not say', async () => {
    const { agent_id: id, ...made } = await makeAgent({ denoising_mode: 'noise-cancellation' });
    expect(made).toMatchObject({ denoising_mode: 'noise-cancellation' });
    expect((await new AgentDriver(user).settings(id)).denoising).toBe('noise');
    const off = await client.agent.update(id, { denoising_mode: 'no-denoise' });
    expect(off).toMatchObject({ denoising_mode: 'no-denoise' });
    expect(await client.agent.retrieve(id)).toMatchObject({ denoising_mode: 'no-denoise' });
    expect(await makeAgent({})).toMatchObject({ denoising_mode: 'no-denoise' });
  });

  it('what asks for nothing, and what was answered before, is taken', async () => {
    const agent = await makeAgent({
      ivr_option: null,
      denoising_mode: 'no-denoise',
    });
    const again = await client.agent.update(agent.agent_id, { ...agent, agent_name: 'Again' } as object);
    expect(again.agent_name).toBe('Again');
    const llm = await client.llm.create({ states: [], s2s_model: null } as object);
    expect(
      await client.llm.update(llm.llm_id, { ...llm, general_prompt: 'Be brief' } as object),
    ).toMatchObject({
      general_prompt: 'Be brief',
    });
  });

  it('a path that is not served is a 404, whatever is done there', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
      const answer = await user.inject({ method, url: `${retellPrefix}/get-nothing` });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
  });

  it('lists are paged in both directions, and agents can be searched', async () => {
    const made: string[] = [];
    for (const name of ['Page A', 'Page B', 'Page C'])
      made.push((await makeAgent({ agent_name: name })).agent_id);
    const ours = async (params: Retell.AgentListParams) => {
      const ids: string[] = [];
      let key: string | undefined;
      do {
        const page = await client.agent.list({
          limit: 2,
          filter_criteria: { query: 'page ' },
          ...params,
          ...(key && { pagination_key: key }),
        });
        ids.push(...page.items.map((one) => one.agent_id));
        expect(page.has_more).toBe(page.pagination_key !== undefined);
        key = page.pagination_key;
      } while (key);
      return ids;
    };
    expect(await ours({})).toEqual(made.toReversed());
    expect(await ours({ sort_order: 'ascending' })).toEqual(made);
    const chats = { channel: { type: 'string' as const, op: 'eq' as const, value: 'chat' as const } };
    expect((await client.agent.list({ filter_criteria: chats })).items).toEqual([]);
    const pages = [];
    const first = await client.llm.list({ limit: 1 });
    pages.push(first.items[0]?.llm_id);
    const second = await client.llm.list({ limit: 1, pagination_key: first.pagination_key ?? '' });
    pages.push(second.items[0]?.llm_id);
    expect(new Set(pages).size).toBe(2);
    expect((await refused(client.agent.list({ pagination_key: 'made up' })))[0]).toBe(400);
  });

  it('versions count from 0; what is published does not change', async () => {
    const { agent_id: id } = await makeAgent({ volume: 0.5 });
    await client.agent.publish(id, { version: 0, version_title: 'First' });
    const draft = await client.agent.update(id, { volume: 0.7 });
    expect(draft).toMatchObject({ version: 1, is_published: false, volume: 0.7 });
    expect(await client.agent.retrieve(id, { version: 0 })).toMatchObject({
      is_published: true,
      volume: 0.5,
    });
    const versions = await client.agent.getVersions(id);
    expect(versions.map((one) => [one.version, one.is_published, one.volume])).toEqual([
      [1, false, 0.7],
      [0, true, 0.5],
    ]);
    expect((await client.agent.listVersions(id, { limit: 1, sort_order: 'ascending' })).items).toEqual([
      {
        version: 0,
        is_published: true,
        last_modification_timestamp: expect.any(Number),
        version_description: 'First',
      },
    ]);
    expect((await client.agent.retrieve(id, { version: 'latest_published' })).version).toBe(0);
    expect((await client.agent.retrieve(id, { version: 'latest' })).version).toBe(1);
    expect(await refused(client.agent.retrieve(id, { version: 'prod' }))).toEqual([
      400,
      'query.version: must be the number of a version, latest or latest_published',
    ]);
    const unpublished = await makeAgent();
    expect(
      (await refused(client.agent.retrieve(unpublished.agent_id, { version: 'latest_published' })))[0],
    ).toBe(422);
    expect((await refused(client.agent.publish(id, { version: 0 })))[0]).toBe(400);
    expect((await refused(client.agent.update(id, { version: 0, volume: 1 })))[0]).toBe(400);
    const back = await client.agent.createVersion(id, { base_version: 0 });
    expect(back).toMatchObject({ is_published: false, volume: 0.5 });
    expect((await refused(client.agent.retrieve(id, { version: 9 })))[0]).toBe(422);
  });

  it('a version is deleted unless it is the draft, the newest, live, or a number leads to it', async () => {
    const { agent_id: id } = await makeAgent();
    for (const version of [0, 1, 2]) await client.agent.publish(id, { version });
    await client.phoneNumber.import({
      phone_number: '+14157770001',
      termination_uri: 'trunk.example.com',
      inbound_agents: [{ agent_id: id, agent_version: 0, weight: 1 }],
    });
    expect(await refused(client.agent.deleteVersion(id, { version: 3 }))).toEqual([
      400,
      expect.stringContaining('query.version'),
    ]);
    expect(await refused(client.agent.deleteVersion(id, { version: 2 }))).toEqual([
      409,
      expect.stringContaining('answers calls'),
    ]);
    expect(await refused(client.agent.deleteVersion(id, { version: 0 }))).toEqual([
      409,
      expect.stringContaining('+14157770001'),
    ]);
    expect((await refused(client.agent.deleteVersion(id, { version: 9 })))[0]).toBe(422);
    await client.agent.deleteVersion(id, { version: 1 });
    const left = (await client.agent.listVersions(id)).items.map((one) => one.version);
    expect(left).toEqual([3, 2, 0]);
    expect((await refused(client.agent.retrieve(id, { version: 1 })))[0]).toBe(422);
    await client.phoneNumber.delete('+14157770001');
    await client.agent.deleteVersion(id, { version: 0 });
    await client.agent.publish(id, { version: 3 });
    expect((await client.agent.retrieve(id)).version).toBe(4);
  });

  it('a key that may only read lists and reads, and changes nothing', async () => {
    const { agent_id: id, response_engine: engine } = await makeAgent();
    const { key, keyId } = await makeKey(app, user.caller.workspaceId);
    await app.infrastructure.db
      .updateTable('api_key')
      .set({ scope: 'read' })
      .where('id', '=', keyId)
      .execute();
    const reader = clientOf(key);
    expect((await reader.agent.list()).items.map((one) => one.agent_id)).toContain(id);
    expect((await reader.agent.retrieve(id)).agent_id).toBe(id);
    const llmId = engine.type === 'retell-llm' ? engine.llm_id : '';
    expect((await reader.llm.retrieve(llmId)).llm_id).toBe(llmId);
    for (const ask of [
      () => reader.agent.update(id, { volume: 0 }),
      () => reader.agent.delete(id),
      () => reader.agent.publish(id, { version: 0 }),
      () => reader.llm.create({}),
    ])
      expect((await refused(ask()))[0]).toBe(403);
  });

  it('SP-76: a calendar key is taken, answered as a mask, and kept when the tools come back', async () => {
    const tool = {
      type: 'book_appointment_cal' as const,
      name: 'book',
      cal_api_key: 'cal_live_canary',
      event_type_id: 60_444,
      timezone: 'Europe/Oslo',
    };
    const llm = await client.llm.create({ general_tools: [tool] });
    expect(llm.general_tools).toEqual([{ ...tool, description: '', cal_api_key: storedValueMask }]);
    const again = await client.llm.update(llm.llm_id, { general_tools: llm.general_tools ?? [] });
    expect(again.general_tools).toEqual(llm.general_tools);
    const renamed = [{ ...tool, name: 'other', cal_api_key: storedValueMask }];
    expect(await refused(client.llm.update(llm.llm_id, { general_tools: renamed }))).toEqual([
      400,
      expect.stringContaining('general_tools.0.cal_api_key'),
    ]);
  });

  it('an LLM that an agent answers by is deleted only by force', async () => {
    const { agent_id: id, response_engine: engine } = await makeAgent();
    const llmId = engine.type === 'retell-llm' ? engine.llm_id : '';
    expect((await refused(client.llm.delete(llmId)))[0]).toBe(409);
    await client.llm.delete(llmId, { force_delete: true });
    const { response_engine: fresh } = await client.agent.retrieve(id);
    expect(fresh).toMatchObject({ type: 'retell-llm', llm_id: expect.not.stringMatching(llmId) });
  });

  it('a server of one’s own or a flow may answer instead', async () => {
    const own = await client.agent.create({
      response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://example.com/llm' },
      voice_id: 'openai-Alloy',
    });
    expect(own.response_engine).toEqual({ type: 'custom-llm', llm_websocket_url: 'wss://example.com/llm' });
    expect(
      await refused(
        client.agent.update(own.agent_id, {
          response_engine: { type: 'conversation-flow', conversation_flow_id: 'nowhere' },
        }),
      ),
    ).toEqual([400, expect.stringContaining('response_engine.conversation_flow_id')]);
  });

  it('a bad key is refused with 401, a key of another workspace finds nothing', async () => {
    const { agent_id: id, response_engine: engine } = await makeAgent();
    expect((await refused(clientOf('no-key').agent.retrieve(id)))[0]).toBe(401);
    const outsider = clientOf((await makeKey(app)).key);
    const llmId = engine.type === 'retell-llm' ? engine.llm_id : '';
    for (const ask of [
      () => outsider.agent.retrieve(id),
      () => outsider.agent.update(id, { volume: 0 }),
      () => outsider.agent.delete(id),
      () => outsider.agent.getVersions(id),
      () => outsider.agent.publish(id, { version: 0 }),
      () => outsider.llm.retrieve(llmId),
      () => outsider.llm.update(llmId, { general_prompt: 'x' }),
      () => outsider.llm.delete(llmId),
    ])
      expect((await refused(ask()))[0]).toBe(422);
    expect(
      await refused(
        outsider.agent.create({
          response_engine: { type: 'retell-llm', llm_id: llmId },
          voice_id: '11labs-Adrian',
        }),
      ),
    ).toEqual([400, expect.stringContaining('response_engine.llm_id')]);
    expect((await outsider.agent.list()).items).toEqual([]);
  });

  it.each([
    [{ voice_speed: 9 }, 'voice_speed'],
    [{ voice_id: 'nobody-Knows' }, 'voice_id'],
    [{ language: 'xx-XX' }, 'language'],
    [{ fallback_voice_ids: ['nobody'] }, 'fallback_voice_ids.0'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ post_call_analysis_model: 'gpt-9' }, 'post_call_analysis_model'],
    [{ webhook_url: 'mailto:x' }, 'webhook_url'],
    [{ begin_message_delay_ms: -1 }, 'begin_message_delay_ms'],
  ])('refuses %j by the field, in Retell’s words', async (changes, field) => {
    const { agent_id: id } = await makeAgent();
    const [status, message] = await refused(client.agent.update(id, changes as Retell.AgentUpdateParams));
    expect([status, message.split(':')[0]]).toEqual([400, field]);
  });

  it.each([
    [{ model: 'gpt-9' }, 'model'],
    [{ model_temperature: 2 }, 'model_temperature'],
    [{ knowledge_base_ids: ['nowhere'] }, 'knowledge_base_ids.0'],
    [{ general_tools: [{ type: 'send_sms', name: 'x' }] }, 'general_tools.0.type'],
    [{ general_tools: [{ type: 'custom', name: 'x' }] }, 'general_tools.0.url'],
    [{ default_dynamic_variables: { a: 1 } }, 'default_dynamic_variables.a'],
  ])('refuses the LLM %j by the field', async (body, field) => {
    const [status, message] = await refused(client.llm.create(body as Retell.LlmCreateParams));
    expect([status, message.split(':')[0]]).toEqual([400, field]);
  });
});
