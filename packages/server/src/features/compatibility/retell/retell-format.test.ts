import { voiceEmotions } from '@tendril/contract/provider/text-to-speech';
import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import { backgroundSoundIds } from '@tendril/contract/voice/background-sounds';
import { languageCodes } from '@tendril/contract/voice/languages';
import { llmOptionIds, speechModelIds } from '@tendril/contract/voice/llm-options';
import {
  type VoiceAgentSnapshot,
  voiceAgentFields,
  voiceAgentSettings,
  voiceLlmFields,
} from '@tendril/contract/voice/voice-agent';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromRetellFile, toRetellFile } from './retell-format.ts';

const facts = { version: 0, isPublished: false, modifiedAt: 1 };
const text = fc.string({ maxLength: 20 });
const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);
const twice = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100);
const ms = (max: number) => fc.integer({ min: 0, max });
const name = fc.string({ minLength: 1, maxLength: 20 }).map((one) => `n${one.trim()}`);
/** Ids stay here. */
const id = 'new';

const agentFields = fc.record(
  {
    agentName: name,
    voiceId: fc.constantFrom('11labs-Adrian', 'openai-Alloy'),
    language: fc.constantFrom(...languageCodes),
    voiceSpeed: twice,
    volume: twice,
    responsiveness: share,
    interruptionSensitivity: share,
    sttMode: fc.constantFrom('fast' as const, 'accurate' as const),
    enableVoicemailDetection: fc.boolean(),
    voicemailDetectionTimeoutMs: ms(180_000),
    endCallAfterSilenceMs: ms(3_600_000),
    maxCallDurationMs: ms(7_200_000),
    beginMessageDelayMs: ms(5000),
  },
  { requiredKeys: ['agentName', 'voiceId', 'language', 'enableVoicemailDetection'] },
);

const brain = fc.oneof(
  fc.constant({ type: 'prompt' as const }),
  fc.constant({ type: 'flow' as const, flowId: 'flow_1', versionId: null }),
  fc.constant({ type: 'custom-llm' as const, url: 'wss://example.com/llm' }),
);
const voicemail = fc.oneof(
  fc.constant({ action: 'hangup' as const, text: '' }),
  fc.record({ action: fc.constant('static_text' as const), text }),
  fc.record({ action: fc.constant('prompt' as const), text }),
);
const analysis = fc.record({
  type: fc.constantFrom('string' as const, 'enum' as const, 'boolean' as const, 'number' as const),
  name,
  description: text,
  choices: fc.array(text, { maxLength: 3 }),
  examples: fc.array(text, { maxLength: 3 }),
  isRequired: fc.boolean(),
});
const settings = fc.record({
  brain,
  voicemailOption: voicemail,
  ivrOption: fc.constantFrom(null, { action: 'hangup' as const }),
  allowUserDtmf: fc.boolean(),
  userDtmfOptions: fc.record({
    digitLimit: fc.option(fc.integer({ min: 1, max: 50 })),
    terminationKey: fc.constantFrom('', '#', '*', '7'),
    timeoutMs: fc.option(fc.integer({ min: 1000, max: 15_000 })),
  }),
  ringDurationMs: ms(300_000),
  reminderTriggerMs: ms(3_600_000),
  reminderMaxCount: fc.integer({ min: 0, max: 100 }),
  ambientSound: fc.constantFrom(null, ...backgroundSoundIds),
  ambientSoundVolume: twice,
  optOutSensitiveDataStorage: fc.boolean(),
  optInSignedUrl: fc.boolean(),
  fallbackVoiceIds: fc.subarray(['play-Anna', 'deepgram-Athena']),
  webhookUrl: fc.constantFrom('', 'https://example.com/hook'),
  webhookEvents: fc
    .subarray(['call_started', 'call_ended', 'call_analyzed'] as const)
    .map((list) => [...list]),
  // It belongs to the phone number there.
  inboundWebhookUrl: fc.constant(''),
  postCallFields: fc
    .uniqueArray(analysis, { maxLength: 3, selector: (one) => one.name })
    // Only a selection has choices.
    .map((list) =>
      list.map((one) => ({
        ...one,
        id,
        choices: one.type === 'enum' ? one.choices : [],
      })),
    ),
  postCallModel: fc.constantFrom('gpt-4o-mini' as const, 'gpt-4o' as const),
  enableBackchannel: fc.boolean(),
  backchannelFrequency: share,
  backchannelWords: fc.array(name, { maxLength: 3 }),
  denoising: fc.constantFrom('none' as const, 'noise' as const),
  boostedKeywords: fc.array(text, { maxLength: 3 }),
  voiceTemperature: twice,
  voiceEmotion: fc.constantFrom(null, ...voiceEmotions),
  pronunciations: fc.array(fc.record({ word: name, ipa: name }), { maxLength: 3 }),
  timezone: fc.constantFrom('Europe/Oslo', 'America/Los_Angeles'),
});

const described = { name, description: text };
const calendar = {
  ...described,
  calApiKey: text,
  eventTypeId: fc.constantFrom('42', '{{event}}', '', '007'),
  timezone: fc.constantFrom('', 'Europe/Oslo'),
};
const transfer = {
  transferType: fc.constantFrom('cold' as const, 'warm' as const),
  displayedNumber: fc.constantFrom('agent' as const, 'transferee' as const),
  holdSound: fc.constantFrom('none' as const, 'relaxing_sound' as const),
  handoff: fc.record({ type: fc.constantFrom('prompt' as const, 'message' as const), text }),
};
const texts = fc.dictionary(fc.constantFrom('a', 'b'), text, { noNullPrototype: true });
const anyFunction = fc.oneof(
  fc.record({ ...described, type: fc.constant('end_call' as const) }),
  fc.record({
    ...described,
    ...transfer,
    type: fc.constant('transfer_call' as const),
    target: fc.constant('static' as const),
    number: text,
    routingPrompt: fc.constant(''),
  }),
  fc.record({
    ...described,
    ...transfer,
    type: fc.constant('transfer_call' as const),
    target: fc.constant('dynamic' as const),
    number: fc.constant(''),
    routingPrompt: text,
  }),
  fc.record({ ...calendar, type: fc.constant('check_availability_cal' as const) }),
  fc.record({ ...calendar, type: fc.constant('book_appointment_cal' as const) }),
  fc.record({ ...described, type: fc.constant('press_digit' as const), delayMs: ms(5000) }),
  fc.record({
    ...described,
    type: fc.constant('custom' as const),
    url: text,
    method: fc.constantFrom('GET' as const, 'POST' as const, 'DELETE' as const),
    headers: texts,
    timeoutMs: fc.integer({ min: 1000, max: 600_000 }),
    parameters: fc.constantFrom(
      '',
      JSON.stringify({ type: 'object', properties: { a: { type: 'string' } } }, null, 2),
    ),
    argsAtRoot: fc.boolean(),
    speakDuring: fc.boolean(),
    speakDuringMessage: text,
    speakAfter: fc.boolean(),
    responseVariables: texts,
  }),
);
const begin = fc.oneof(
  fc.constantFrom('user' as const, 'dynamic' as const).map((beginMode) => ({ beginMode, beginMessage: '' })),
  text.map((beginMessage) => ({ beginMode: 'defined' as const, beginMessage })),
);
const llm = fc
  .record({
    model: fc.constantFrom(...llmOptionIds),
    // Not read from there.
    speechModel: fc.constantFrom(null, ...speechModelIds),
    fallbackModels: fc.constant<(typeof llmOptionIds)[number][]>([]),
    temperature: share,
    generalPrompt: text,
    begin,
    functions: fc.array(anyFunction, { maxLength: 4 }).map((list) => list.map((one) => ({ ...one, id }))),
    knowledgeBaseIds: fc.subarray(['kb_1', 'kb_2']),
    knowledgeTopK: fc.integer({ min: 1, max: 20 }),
    defaultDynamicVariables: texts,
  })
  // A secret's id means nothing elsewhere.
  .map(({ begin: opening, ...fields }) => ({ ...fields, ...opening, credentialId: null }));

it('R-01 to R-27: an agent in Retell’s words is read back with every field', () => {
  fc.assert(
    fc.property(agentFields, settings, llm, (fields, chosen, record) => {
      // A message that is never left is not reported.
      const retellForm = fields.enableVoicemailDetection
        ? chosen
        : { ...chosen, voicemailOption: agentSettingsDefaults.voicemailOption };
      const snapshot: VoiceAgentSnapshot = {
        agent: { id: 'agent_1', responseEngineLlmId: 'llm_1', ...fields },
        settings: retellForm,
        llm: record,
      };
      const file = JSON.parse(JSON.stringify(toRetellFile(snapshot, facts)));
      const read = fromRetellFile(file, {
        mint: () => id,
        refuse: (path, message) => expect.fail(`${path}: ${message}`),
      });
      expect(read.fields).toEqual(fields);
      expect({ ...agentSettingsDefaults, ...read.settings }).toEqual(retellForm);
      expect({ ...voiceLlmDefaults, ...read.llm }).toEqual(record);
      voiceAgentFields.partial().parse(read.fields);
      voiceAgentSettings.partial().parse(read.settings);
      voiceLlmFields.partial().parse(read.llm);
    }),
    { numRuns: 100 },
  );
});

it('R-09, R-10: voicemail is read by the names of both times, and returned as off by null', () => {
  const read = (agent: Record<string, unknown>) => {
    const { fields, settings: kept } = fromRetellFile(
      { agent },
      { mint: () => 'x', refuse: (path) => expect.fail(path) },
    );
    return [fields.enableVoicemailDetection, kept.voicemailOption];
  };
  expect(read({ voicemail_option: null })).toEqual([false, undefined]);
  expect(read({ voicemail_option: { action: { type: 'hangup' } } })).toEqual([
    true,
    { action: 'hangup', text: '' },
  ]);
  expect(read({ enable_voicemail_detection: true, voicemail_message: '' })).toEqual([
    true,
    { action: 'hangup', text: '' },
  ]);
  expect(read({ enable_voicemail_detection: false, voicemail_message: 'Bye' })).toEqual([
    false,
    { action: 'static_text', text: 'Bye' },
  ]);
  expect(read({ agent_name: 'x' })).toEqual([undefined, undefined]);
});

it('values without a counterpart are reported by their path, and nothing is put in their place', () => {
  const retellForm: string[] = [];
  const {
    fields,
    settings: kept,
    llm: record,
  } = fromRetellFile(
    {
      agent: {
        language: 'fr-CA',
        stt_mode: 'custom',
        ambient_sound: 'disco',
        response_engine: { type: 'custom-llm', llm_websocket_url: 'https://example.com' },
        data_storage_setting: 'everything_except_pii',
        webhook_events: ['call_started', 'transfer_started'],
        voicemail_option: { action: { type: 'bridge_transfer' } },
      },
      llm: { model: 'gpt-5', general_tools: [{ type: 'mcp', name: 'x' }] },
    },
    { mint: () => 'x', refuse: (path) => void retellForm.push(path) },
  );
  expect(retellForm.sort()).toEqual([
    'agent.ambient_sound',
    'agent.data_storage_setting',
    'agent.language',
    'agent.response_engine.llm_websocket_url',
    'agent.stt_mode',
    'agent.voicemail_option.action.type',
    'agent.webhook_events.1',
    'llm.general_tools.0.type',
    'llm.model',
  ]);
  expect(fields).toEqual({ enableVoicemailDetection: true });
  expect(kept).toEqual({ webhookEvents: ['call_started'] });
  expect(record).toEqual({ functions: [] });
});

it('several languages are the multilingual one; one in a list is itself', () => {
  const language = (given: unknown) =>
    fromRetellFile({ agent: { language: given } }, { mint: () => 'x', refuse: (path) => expect.fail(path) })
      .fields.language;
  expect([language(['en-US', 'es-ES']), language(['de-DE']), language('multi')]).toEqual([
    'multi',
    'de-DE',
    'multi',
  ]);
});
