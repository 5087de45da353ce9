import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver, calendarFunction } from './testing/agent-driver.ts';
import { createVoiceAgents } from './voice-agents.ts';

const retellAgent = {
  agent_id: 'oBeDLoLOeuAbiuaMFXRtDOLriTJ5tSxD',
  version: 3,
  is_published: true,
  last_modification_timestamp: 1_703_413_636_133,
  agent_name: 'Dental desk',
  response_engine: { type: 'retell-llm', llm_id: 'llm_234sdertfsdsfsdf', version: 3 },
  voice_id: '11labs-Adrian',
  voice_speed: 1.1,
  language: 'en-GB',
  voicemail_option: { action: { type: 'static_text', text: 'Call us back' } },
  enable_backchannel: true,
  backchannel_frequency: 0.9,
  data_storage_setting: 'everything',
  post_call_analysis_model: 'gpt-5-mini',
  post_call_analysis_data: [
    { type: 'enum', name: 'mood', description: 'How it went', choices: ['good', 'bad'] },
    { type: 'system-presets', name: 'call_summary' },
  ],
};
const retellLlm = {
  llm_id: 'llm_234sdertfsdsfsdf',
  model: 'gpt-5.1',
  general_prompt: 'You answer for a dentist.',
  begin_message: 'Hello {{name}}',
  knowledge_base_ids: ['knowledge_base_1'],
  states: [{ name: 'intro', state_prompt: 'Say hello' }],
  general_tools: [
    { type: 'end_call', name: 'end_call', description: 'Hang up' },
    { type: 'send_sms', name: 'text_them', sms_content: { type: 'predefined', text: 'Hi' } },
    {
      type: 'check_availability_cal',
      name: 'slots',
      cal_api_key: 'cal_live_imported',
      event_type_id: 60_444,
      timezone: 'Europe/London',
    },
    {
      type: 'custom',
      name: 'order',
      url: 'https://example.com/order',
      parameters: { type: 'object', properties: { id: { type: 'string' } } },
      max_retry: 3,
    },
  ],
};

describe.each(databases)('agents as files on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new AgentDriver(user);
  });
  afterAll(() => app.close());

  const exported = async (id: string, format = 'tendril') =>
    (await driver.send('GET', `agents/${id}/export?format=${format}`)).json();
  const imported = async (data: object, by = driver): Promise<{ data: VoiceAgent; notes: string[] }> => {
    const answer = await by.send('POST', 'agent-imports', { data });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const without = ({ id: _id, responseEngineLlmId: _llm, ...agent }: VoiceAgent) => agent;

  it('our own file brings an agent back whole, without its secrets', async () => {
    const made = await driver.make('Zahnarzt — Über', { volume: 0.3, voiceId: 'openai-Alloy' });
    await driver.saveSettings(made.id, { ambientSound: 'call-center', timezone: 'Europe/Berlin' });
    await driver.saveLlm(made.responseEngineLlmId, { generalPrompt: 'Hi', functions: [calendarFunction] });
    const file = await exported(made.id);
    expect(file.fileName).toBe('zahnarzt-über.agent.json');
    expect(JSON.stringify(file.data)).not.toContain('canary');
    const { data, notes } = await imported(file.data);
    expect(notes).toEqual([]);
    expect(data.id).not.toBe(made.id);
    expect(without(data)).toEqual(without(await driver.read(made.id)));
    expect(await driver.settings(data.id)).toEqual(await driver.settings(made.id));
    const { id: _id, revision: _revision, ...llm } = await driver.llm(data.responseEngineLlmId);
    expect(llm).toMatchObject({ generalPrompt: 'Hi', functions: [{ ...calendarFunction, calApiKey: '' }] });
    await driver.call('DELETE', `agents/${made.id}`);
    expect((await imported(file.data)).data.id).toBe(made.id);
  });

  it('SP-58 to SP-60, SP-65: a file for Retell holds numbers that Retell takes; what is stored stays as it is', async () => {
    const fields = {
      voiceSpeed: 0.2,
      voicemailDetectionTimeoutMs: 1500,
      endCallAfterSilenceMs: 1600,
      maxCallDurationMs: 0,
    };
    const settings = { ringDurationMs: 1000, reminderTriggerMs: 0 };
    const { id } = await driver.make('Short', fields);
    await driver.saveSettings(id, settings);
    expect((await exported(id, 'retell')).data).toMatchObject({
      voice_speed: 0.5,
      voicemail_detection_timeout_ms: 5000,
      end_call_after_silence_ms: 10_000,
      max_call_duration_ms: 3_600_000,
      ring_duration_ms: 5000,
      reminder_trigger_ms: 10_000,
    });
    expect(await driver.read(id)).toMatchObject(fields);
    expect((await exported(id)).data).toMatchObject({ agent: fields, settings });
    await driver.save(id, { voicemailDetectionTimeoutMs: 7000, maxCallDurationMs: 90_000 });
    expect((await exported(id, 'retell')).data).toMatchObject({
      voicemail_detection_timeout_ms: 7000,
      max_call_duration_ms: 90_000,
    });
  });

  it('our own file is read as that alone: another word for its format is refused', async () => {
    const { id } = await driver.make('Mine');
    const { data } = await exported(id);
    for (const format of ['tendril-voice-agents', 7, {}])
      expect(await driver.refused('POST', 'agent-imports', { data: { ...data, format } })).toEqual([
        400,
        'data.format',
      ]);
  });

  it('what a file names and another workspace does not have is left out and reported', async () => {
    const made = await driver.make('Named');
    const flow = await user.inject({
      method: 'POST',
      url: '/api/agent-studio/v1/flows',
      payload: { name: 'Desk', type: 'CHATFLOW', flowData: { nodes: [], edges: [] } },
    });
    await driver.saveSettings(made.id, { brain: { type: 'flow', flowId: flow.json().id, versionId: null } });
    const file = await exported(made.id);
    const elsewhere = new AgentDriver(await makeKey(app));
    const { data, notes } = await imported(
      { ...file.data, llm: { ...file.data.llm, knowledgeBaseIds: ['gone'], credentialId: 'gone' } },
      elsewhere,
    );
    expect(notes).toEqual([
      'settings.brain: names something that this workspace does not have',
      'llm.credentialId: names something that this workspace does not have',
      'llm.knowledgeBaseIds: this workspace has no knowledge base "gone"',
    ]);
    expect((await elsewhere.settings(data.id)).brain).toEqual({ type: 'prompt' });
  });

  it.each([
    ['beside the agent', { agent: retellAgent, llm: retellLlm }],
    ['inside the agent', { ...retellAgent, retell_llm: retellLlm }],
  ])(
    'takes an agent of Retell with its LLM %s, and names all that has no place here',
    async (_where, file) => {
      const { data, notes } = await imported(file);
      expect(data).toMatchObject({
        agentName: 'Dental desk',
        voiceId: '11labs-Adrian',
        voiceSpeed: 1.1,
        language: 'en-GB',
        enableVoicemailDetection: true,
      });
      expect(await driver.settings(data.id)).toMatchObject({
        voicemailOption: { action: 'static_text', text: 'Call us back' },
        postCallFields: [{ type: 'enum', name: 'mood', choices: ['good', 'bad'] }],
        postCallModel: 'gpt-4o-mini',
        enableBackchannel: true,
        backchannelFrequency: 0.9,
      });
      const llm = await driver.llm(data.responseEngineLlmId);
      expect(llm).toMatchObject({ generalPrompt: 'You answer for a dentist.', beginMode: 'defined' });
      expect(llm.functions.map(({ name }) => name)).toEqual(['end_call', 'slots', 'order']);
      const agents = createVoiceAgents({ ...app.infrastructure, isVoice: async () => true });
      expect((await agents.openSecrets(user.caller, data.id, 'draft'))[1]).toMatchObject({
        calApiKey: 'cal_live_imported',
        eventTypeId: '60444',
      });
      expect(notes.map((note) => note.split(':')[0]).sort()).toEqual([
        'agent.post_call_analysis_model',
        'llm.general_tools.1.type',
        'llm.general_tools.3.max_retry',
        'llm.knowledgeBaseIds',
        'llm.model',
        'llm.states',
      ]);
      await driver.call('DELETE', `agents/${data.id}`);
    },
  );

  it('takes an agent of Retell alone, and says that its LLM is missing', async () => {
    const { data, notes } = await imported(retellAgent);
    expect(data.id).toBe(retellAgent.agent_id);
    expect(notes).toContain('llm: the file holds the agent alone: its prompt and functions are not in it');
    expect((await driver.llm(data.responseEngineLlmId)).generalPrompt).toBe('');
  });

  it('our Retell file is read again without a note', async () => {
    const made = await driver.make('There and back', { sttMode: 'accurate', maxCallDurationMs: 90_000 });
    await driver.saveSettings(made.id, { webhookUrl: 'https://example.com/hook', boostedKeywords: ['Oslo'] });
    await driver.saveLlm(made.responseEngineLlmId, {
      generalPrompt: 'Hi',
      beginMode: 'user',
      temperature: 0.5,
    });
    const file = await exported(made.id, 'retell');
    expect(file.data).toMatchObject({
      response_engine: { type: 'retell-llm', llm_id: made.responseEngineLlmId },
      stt_mode: 'accurate',
      llm: { begin_message: '', model_temperature: 0.5 },
    });
    const { data, notes } = await imported(file.data);
    expect(notes).toEqual([]);
    expect(await driver.llm(data.responseEngineLlmId)).toMatchObject({ beginMode: 'user', temperature: 0.5 });
    expect((await driver.settings(data.id)).webhookUrl).toBe('https://example.com/hook');
  });

  it.each([
    [{}, 'data'],
    [{ hello: 'world' }, 'data'],
    [{ format: 'tendril-voice-agent', version: 2, agent: { agentName: 'x' } }, 'data.version'],
    [
      { format: 'tendril-voice-agent', version: 1, agent: { agentName: 'x', volume: 'loud' } },
      'data.agent.volume',
    ],
    [{ format: 'tendril-voice-agent', version: 1, agent: {} }, 'data.agent.agentName'],
    [{ ...retellAgent, voice_speed: 'fast' }, 'agent.voice_speed'],
    [{ agent: retellAgent, llm: { general_tools: {} } }, 'llm.general_tools'],
    [
      { agent: retellAgent, llm: { general_tools: [{ type: 'press_digit', name: 'p', delay_ms: -1 }] } },
      'general_tools.0.delay_ms',
    ],
  ])('refuses the file %j by its path', async (data, path) => {
    expect(await driver.refused('POST', 'agent-imports', { data })).toEqual([400, path]);
  });
});
