import { createBatchCall, previewContactFile, stopBatchCall } from '@tendril/contract/api/batch-calls';
import { startCallReplays } from '@tendril/contract/api/call-replays';
import { createCallView, updateCallView } from '@tendril/contract/api/call-views';
import { changeCallingConsent } from '@tendril/contract/api/calling-consent';
import { createCall, interveneInCall, testFunction } from '@tendril/contract/api/calls';
import { addDoNotCall, importDoNotCall, removeDoNotCall } from '@tendril/contract/api/do-not-call';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import { simulateInbound, testInboundWebhook } from '@tendril/contract/api/phone-number-checks';
import { importPhoneNumbers } from '@tendril/contract/api/phone-number-imports';
import { createPhoneNumber, updatePhoneNumber } from '@tendril/contract/api/phone-numbers';
import * as retellAgentsApi from '@tendril/contract/api/retell-agents';
import * as retellCallsApi from '@tendril/contract/api/retell-calls';
import { createRetellChatAgent, updateRetellChatAgent } from '@tendril/contract/api/retell-chat-agents';
import * as retellChatsApi from '@tendril/contract/api/retell-chats';
import * as retellFlowsApi from '@tendril/contract/api/retell-conversation-flows';
import * as retellKnowledgeApi from '@tendril/contract/api/retell-knowledge-bases';
import * as retellLlmsApi from '@tendril/contract/api/retell-llms';
import * as retellNumbersApi from '@tendril/contract/api/retell-phone-numbers';
import * as retellTestsApi from '@tendril/contract/api/retell-tests';
import { addRetellVoice, searchRetellVoices } from '@tendril/contract/api/retell-voices';
import { createSimulation, runSimulation, updateSimulation } from '@tendril/contract/api/simulations';
import * as agentsApi from '@tendril/contract/api/voice-agents';
import { testWebhook } from '@tendril/contract/api/voice-webhooks';
import { createCustomVoice } from '@tendril/contract/api/voices';

/** Ids of one of everything that the voice features have. */
export interface FurnishedWorkspace {
  agentId: string;
  chatAgentId: string;
  llmId: string;
  versionId: string;
  callId: string;
  numberId: string;
  phoneNumber: string;
  voiceId: string;
  simulationId: string;
  knowledgeBaseId: string;
  deliveryId: string;
  viewId: string;
  replayId: string;
  flowId: string;
}

export type SampleBody = (furnished: FurnishedWorkspace) => Record<string, unknown>;

const calendar = {
  id: 'f-cal',
  type: 'check_availability_cal',
  name: 'check_calendar',
  description: 'Looks for a free hour',
  calApiKey: 'cal_live_sample',
  eventTypeId: '42',
  timezone: 'Europe/Berlin',
};
const request = {
  id: 'f-custom',
  type: 'custom',
  name: 'find_order',
  description: 'Finds an order',
  url: 'https://orders.example/find',
  method: 'POST',
  headers: { 'x-api-key': 'header_live_sample' },
  timeoutMs: 120_000,
  parameters: '{"type":"object"}',
  argsAtRoot: false,
  speakDuring: true,
  speakDuringMessage: 'One moment',
  speakAfter: true,
  responseVariables: { status: 'order.status' },
};
const transfer = {
  id: 'f-transfer',
  type: 'transfer_call',
  name: 'transfer',
  description: 'To a person',
  target: 'static',
  number: '+15125550142',
  routingPrompt: '',
  transferType: 'cold',
  displayedNumber: 'agent',
};
const digit = { id: 'f-digit', type: 'press_digit', name: 'press', description: '', delayMs: 1000 };
const end = { id: 'f-end', type: 'end_call', name: 'end_call', description: 'Ends the call' };

const agentFields = {
  agentName: 'Front desk',
  voiceId: 'openai-Alloy',
  language: 'de-DE',
  voiceSpeed: 0.5,
  volume: 1.25,
  responsiveness: 0.52,
  interruptionSensitivity: 0.8,
  sttMode: 'accurate',
  enableVoicemailDetection: false,
  voicemailDetectionTimeoutMs: 5000,
  endCallAfterSilenceMs: 1600,
  maxCallDurationMs: 60_000,
  beginMessageDelayMs: 2600,
};
const settings: SampleBody = ({ flowId }) => ({
  brain: { type: 'flow', flowId, versionId: null },
  voicemailOption: { action: 'static_text', text: 'Call us back' },
  ringDurationMs: 30_000,
  reminderTriggerMs: 10_000,
  reminderMaxCount: 1,
  ambientSound: 'coffee-shop',
  ambientSoundVolume: 1,
  optOutSensitiveDataStorage: false,
  optInSignedUrl: true,
  fallbackVoiceIds: ['deepgram-Orion'],
  webhookUrl: 'https://hooks.example/voice',
  webhookEvents: ['call_ended'],
  inboundWebhookUrl: 'https://hooks.example/inbound',
  postCallFields: [
    {
      id: 'p1',
      type: 'enum',
      name: 'mood',
      description: 'How it went',
      choices: ['good', 'bad'],
      examples: ['good'],
      isRequired: true,
    },
  ],
  postCallModel: 'gpt-4o-mini',
  enableBackchannel: true,
  backchannelFrequency: 0.6,
  backchannelWords: ['I see.'],
  boostedKeywords: ['Tendril'],
  denoising: 'noise',
  voiceTemperature: 1,
  voiceEmotion: 'calm',
  pronunciations: [{ word: 'Tendril', ipa: 'ˈtɛndrɪl' }],
  timezone: 'Europe/Berlin',
  defaultDynamicVariables: { company: 'Lindgren' },
});
const llmFields: SampleBody = ({ knowledgeBaseId }) => ({
  model: 'gpt-4o',
  temperature: 0.2,
  credentialId: 'demo',
  generalPrompt: 'You answer for {{company}}.',
  beginMode: 'defined',
  beginMessage: 'Hello',
  functions: [end, transfer, calendar, digit, request],
  knowledgeBaseIds: [knowledgeBaseId],
  knowledgeTopK: 3,
  defaultDynamicVariables: { company: 'Lindgren' },
});
const simulationFields = {
  name: 'Books a table',
  caller: { type: 'script', lines: ['Hello'] },
  variables: { name: 'Dana' },
  toolMocks: [{ name: 'find_order', match: { id: 7 }, result: 'sent' }],
  checks: [
    { type: 'says', text: 'hello' },
    { type: 'calls', name: 'find_order', arguments: { id: 7 } },
    { type: 'ends-with', reason: 'user_hangup' },
    { type: 'max-turns', turns: 5 },
  ],
  maxTurns: 10,
};
const numberFields: SampleBody = ({ agentId, versionId }) => ({
  phoneNumber: '+15125550177',
  provider: 'sip',
  nickname: 'Front desk',
  inboundAgents: [{ agentId, versionId, weight: 1 }],
  outboundAgents: [{ agentId, versionId: null, weight: 1 }],
  openHours: { timezone: 'America/Chicago', rows: [{ days: ['mon'], from: '08:00', to: '18:00' }] },
  afterHoursAgent: { agentId, versionId: null },
  fallbackNumber: '+15125550143',
  allowedInboundCountries: ['US'],
  allowedOutboundCountries: ['US'],
  inboundWebhookUrl: 'https://hooks.example/inbound',
  isPaused: false,
  connection: { trunkUri: 'sip.example.com:5061', transport: 'tls', carrierNumberId: 'PN1' },
});
const retellAgent: SampleBody = ({ llmId }) => ({
  agent_name: 'Jarvis',
  response_engine: { type: 'retell-llm', llm_id: llmId },
  voice_id: '11labs-Adrian',
  voice_speed: 1.2,
  volume: 1,
  responsiveness: 0.5,
  interruption_sensitivity: 0.5,
  stt_mode: 'fast',
  language: 'en-GB',
  enable_voicemail_detection: true,
  voicemail_detection_timeout_ms: 5000,
  voicemail_option: { action: { type: 'static_text', text: 'Call us back' } },
  end_call_after_silence_ms: 20_000,
  max_call_duration_ms: 60_000,
  begin_message_delay_ms: 0,
  ring_duration_ms: 30_000,
  reminder_trigger_ms: 10_000,
  reminder_max_count: 1,
  ambient_sound: 'coffee-shop',
  ambient_sound_volume: 1,
  data_storage_setting: 'everything',
  opt_in_signed_url: true,
  fallback_voice_ids: ['openai-Alloy'],
  webhook_url: 'https://hooks.example/voice',
  webhook_events: ['call_ended'],
  post_call_analysis_data: [
    {
      type: 'enum',
      name: 'mood',
      description: 'How it went',
      choices: ['good'],
      examples: ['good'],
      required: true,
    },
  ],
  post_call_analysis_model: 'gpt-4o',
  boosted_keywords: ['Tendril'],
  timezone: 'Europe/Berlin',
});
const retellChatAgent: SampleBody = ({ llmId }) => ({
  agent_name: 'Front desk',
  response_engine: { type: 'retell-llm', llm_id: llmId },
  language: 'de-DE',
  data_storage_setting: 'everything',
  opt_in_signed_url: true,
  post_chat_analysis_data: [{ type: 'string', name: 'lamp', description: 'Which lamp' }],
  post_chat_analysis_model: 'gpt-4o',
  timezone: 'Europe/Berlin',
  end_chat_after_silence_ms: 120_000,
});
const conversationFlow = {
  global_prompt: 'You sell lamps.',
  model_choice: { type: 'cascading', model: 'gpt-4.1' },
  start_node_id: 'hello',
  nodes: [
    {
      id: 'hello',
      type: 'conversation',
      instruction: { type: 'prompt', text: 'Greet {{name}}.' },
      edges: [],
    },
  ],
};
const retellTestCase: SampleBody = ({ llmId }) => ({
  name: 'A table',
  response_engine: { type: 'retell-llm', llm_id: llmId },
  user_prompt: 'You want a table for two.',
  metrics: ['The agent offers a table.'],
  dynamic_variables: { city: 'Rome' },
  tool_mocks: [
    { tool_name: 'book', input_match_rule: { type: 'partial_match', args: { day: 1 } }, output: 'booked' },
  ],
});

const retellLlm: SampleBody = ({ knowledgeBaseId }) => ({
  model: 'gpt-4o',
  model_temperature: 0.2,
  general_prompt: 'Be kind',
  begin_message: 'Hello',
  start_speaker: 'agent',
  general_tools: [
    { type: 'end_call', name: 'end_call', description: 'Hang up' },
    {
      type: 'transfer_call',
      name: 'transfer',
      description: 'To a person',
      transfer_destination: { type: 'predefined', number: '+15125550142' },
      transfer_option: { type: 'cold_transfer', show_transferee_as_caller: true },
    },
    {
      type: 'check_availability_cal',
      name: 'check',
      description: '',
      cal_api_key: 'cal_live_sample',
      event_type_id: 42,
      timezone: 'Europe/Berlin',
    },
    { type: 'press_digit', name: 'press', description: '', delay_ms: 1000 },
    {
      type: 'custom',
      name: 'find_order',
      description: '',
      url: 'https://orders.example/find',
      method: 'POST',
      headers: { 'x-api-key': 'header_live_sample' },
      timeout_ms: 120_000,
      parameters: { type: 'object', properties: {} },
      args_at_root: false,
      speak_during_execution: true,
      execution_message_description: 'One moment',
      speak_after_execution: true,
      response_variables: { status: 'order.status' },
    },
  ],
  knowledge_base_ids: [knowledgeBaseId],
  kb_config: { top_k: 3 },
  default_dynamic_variables: { company: 'Lindgren' },
});
const retellNumber: SampleBody = ({ agentId }) => ({
  nickname: 'Front desk',
  inbound_agents: [{ agent_id: agentId, weight: 1 }],
  outbound_agents: [{ agent_id: agentId, weight: 1 }],
  inbound_webhook_url: 'https://hooks.example/inbound',
  fallback_number: '+15125550143',
  allowed_inbound_country_list: ['US'],
  allowed_outbound_country_list: ['US'],
  termination_uri: 'sip.example.com',
  transport: 'TCP',
});
const publication = { version_title: 'First', version_description: 'With care' };
const voiceFields = {
  name: 'Dana',
  provider: 'elevenlabs',
  providerVoiceId: 'el-1',
  gender: 'female',
  accent: 'British',
  age: 'Young',
};

/** A valid body for each route of the voice features. */
export const sampleBodies: ReadonlyMap<EndpointDefinition, SampleBody> = new Map<
  EndpointDefinition,
  SampleBody
>([
  [agentsApi.createVoiceAgent, () => agentFields],
  [agentsApi.updateVoiceAgent, () => agentFields],
  [agentsApi.updateAgentSettings, settings],
  [agentsApi.updateVoiceLlm, (all) => ({ ...llmFields(all), revision: 1000 })],
  [agentsApi.publishAgent, () => ({ note: 'With care' })],
  [agentsApi.importVoiceAgent, (all) => ({ data: sampleFile(all) })],
  [agentsApi.previewPrompt, () => ({ variables: { company: 'Lindgren' } })],
  [
    createCall,
    ({ agentId }) => ({
      agentId,
      channel: 'text',
      version: 'draft',
      variables: { name: 'Dana' },
      metadata: { order: 7 },
    }),
  ],
  [
    createBatchCall,
    ({ agentId }) => ({
      name: 'Spring',
      agentId,
      // Nobody's: no trunk is looked for.
      fromNumber: '+15125550199',
      csv: 'phone number,name\n+12025550188,Ann\n',
      timezone: 'America/New_York',
      windows: [{ days: ['mon', 'fri'], from: '09:00', to: '17:00' }],
      retries: { most: 2, afterMs: 600_000, outcomes: ['busy'] },
      concurrency: 3,
      reserved: 1,
      hasConsent: true,
    }),
  ],
  [stopBatchCall, () => ({ endsCalls: false })],
  [previewContactFile, () => ({ csv: 'phone number,name\n+12025550188,Ann\n', timezone: 'UTC' })],
  [changeCallingConsent, () => ({ basis: 'opt_in', note: 'Order form', coversPrograms: false })],
  [addDoNotCall, () => ({ phoneNumber: '+12025550190', note: 'By letter' })],
  [removeDoNotCall, () => ({ phoneNumbers: ['+12025550190'] })],
  [importDoNotCall, () => ({ csv: 'phone number,note\n+12025550189,By letter\n' })],
  [interveneInCall, () => ({ type: 'whisper', text: 'Offer a discount' })],
  [
    createPhoneCall,
    ({ agentId }) => ({
      agentId,
      // Nobody's: no trunk is looked for.
      fromNumber: '+15125550199',
      toNumber: '+12025550188',
      variables: { name: 'Dana' },
      metadata: { order: 7 },
      headers: { 'X-Order': 'A-17' },
    }),
  ],
  [
    testFunction,
    ({ agentId }) => ({ agentId, function: request, arguments: { id: 7 }, variables: { name: 'Dana' } }),
  ],
  [testWebhook, () => ({ url: 'https://127.0.0.1:9/hook' })],
  [startCallReplays, ({ callId }) => ({ callIds: [callId], version: 'draft', way: 'words' })],
  [createCallView, () => ({ name: 'Unhappy', filter: { sentiment: 'Negative' }, isShared: true })],
  [updateCallView, () => ({ name: 'Unhappy callers' })],
  [createSimulation, () => simulationFields],
  [updateSimulation, () => simulationFields],
  [runSimulation, () => ({ times: 1 })],
  [createCustomVoice, () => voiceFields],
  [createPhoneNumber, numberFields],
  [updatePhoneNumber, numberFields],
  [simulateInbound, () => ({ fromNumber: '+12025550123', at: 1_800_000_000_000 })],
  [testInboundWebhook, () => ({ url: 'https://127.0.0.1:9/hook', fromNumber: '+12025550123' })],
  [importPhoneNumbers, () => ({ credentialId: 'no-secret', phoneNumbers: ['+15125550142'] })],
  [retellAgentsApi.createRetellAgent, retellAgent],
  [retellAgentsApi.updateRetellAgent, retellAgent],
  [
    retellAgentsApi.listRetellAgents,
    () => ({ filter_criteria: { channel: { op: 'eq', value: 'voice' }, query: 'desk' } }),
  ],
  [retellAgentsApi.publishRetellAgentVersion, () => publication],
  [retellAgentsApi.publishRetellAgent, () => publication],
  [retellAgentsApi.createRetellAgentVersion, () => ({ base_version: 0 })],
  [
    retellCallsApi.createRetellWebCall,
    ({ agentId }) => ({
      agent_id: agentId,
      metadata: { order: 'A-17' },
      retell_llm_dynamic_variables: { name: 'Ada' },
    }),
  ],
  [
    retellCallsApi.createRetellPhoneCall,
    ({ agentId }) => ({
      override_agent_id: agentId,
      // Nobody's: no trunk is looked for.
      from_number: '+15125550199',
      to_number: '+12025550188',
      metadata: { order: 'A-17' },
      retell_llm_dynamic_variables: { name: 'Ada' },
      custom_sip_headers: { 'X-Order': 'A-17' },
    }),
  ],
  [
    retellCallsApi.createRetellBatchCall,
    () => ({
      from_number: '+15125550199',
      name: 'Spring',
      reserved_concurrency: 1,
      tasks: [{ to_number: '+12025550188', retell_llm_dynamic_variables: { name: 'Ada' } }],
      call_time_window: {
        windows: [{ start: 540, end: 1020 }],
        day: ['Monday'],
        timezone: 'America/New_York',
      },
    }),
  ],
  [
    retellCallsApi.registerRetellPhoneCall,
    ({ agentId, phoneNumber }) => ({
      agent_id: agentId,
      direction: 'inbound',
      from_number: '+12025550188',
      to_number: phoneNumber,
      metadata: { order: 'A-17' },
      retell_llm_dynamic_variables: { name: 'Ada' },
    }),
  ],
  [
    retellCallsApi.listRetellCalls,
    () => ({ include_total: true, limit: 10, skip: 0, sort_order: 'ascending' }),
  ],
  [retellCallsApi.updateRetellCall, () => ({ metadata: { order: 'A-17' } })],
  [
    retellChatsApi.createRetellChat,
    ({ agentId }) => ({
      agent_id: agentId,
      agent_version: 'latest',
      metadata: { order: 'A-17' },
      retell_llm_dynamic_variables: { name: 'Ada' },
    }),
  ],
  [retellChatsApi.completeRetellChat, ({ callId }) => ({ chat_id: callId, content: 'When do you open?' })],
  [
    retellChatsApi.updateRetellChat,
    () => ({ metadata: { order: 'A-17' }, override_dynamic_variables: { name: 'Ada' } }),
  ],
  [
    retellChatsApi.listRetellChats,
    () => ({ filter_criteria: { chat_status: { type: 'enum', op: 'in', value: ['ended'] } }, limit: 10 }),
  ],
  [createRetellChatAgent, retellChatAgent],
  [updateRetellChatAgent, retellChatAgent],
  [retellFlowsApi.createRetellConversationFlow, () => conversationFlow],
  [retellFlowsApi.updateRetellConversationFlow, () => conversationFlow],
  [retellFlowsApi.createRetellComponent, () => ({ name: 'Goodbye', nodes: conversationFlow.nodes })],
  [retellFlowsApi.updateRetellComponent, () => ({ name: 'Farewell' })],
  [retellTestsApi.createRetellTestCase, retellTestCase],
  [retellTestsApi.updateRetellTestCase, retellTestCase],
  [
    retellTestsApi.createRetellTestBatch,
    ({ llmId, simulationId }) => ({
      response_engine: { type: 'retell-llm', llm_id: llmId },
      test_case_definition_ids: [simulationId],
    }),
  ],
  [retellLlmsApi.createRetellLlm, retellLlm],
  [retellLlmsApi.updateRetellLlm, retellLlm],
  [
    retellKnowledgeApi.createRetellKnowledgeBase,
    () => ({
      knowledge_base_name: 'Handbook',
      knowledge_base_texts: [{ title: 'Hours', text: 'From seven' }],
      knowledge_base_urls: ['https://127.0.0.1:9/page'],
      max_chunk_size: 500,
    }),
  ],
  [
    retellKnowledgeApi.addRetellSources,
    () => ({
      knowledge_base_texts: [{ title: 'Hours', text: 'From seven' }],
      knowledge_base_urls: ['https://127.0.0.1:9/page'],
    }),
  ],
  [
    retellNumbersApi.createRetellPhoneNumber,
    (all) => ({ ...retellNumber(all), phone_number: '+15125550178', number_provider: 'twilio' }),
  ],
  [
    retellNumbersApi.importRetellPhoneNumber,
    (all) => ({ ...retellNumber(all), phone_number: '+15125550179' }),
  ],
  [retellNumbersApi.updateRetellPhoneNumber, retellNumber],
  [searchRetellVoices, () => ({ search_query: 'Joe', voice_provider: 'elevenlabs' })],
  [addRetellVoice, () => ({ voice_name: 'Dana', provider_voice_id: 'el-2', voice_provider: 'elevenlabs' })],
]);

function sampleFile(all: FurnishedWorkspace): Record<string, unknown> {
  const { defaultDynamicVariables: _variables, ...own } = settings(all);
  return {
    format: 'tendril-voice-agent',
    version: 1,
    agent: agentFields,
    settings: own,
    llm: llmFields(all),
  };
}
