import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
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
import type { SampleBody } from './sample-body.ts';

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
/** A valid body for each of Retell's routes. */
export const retellBodies: readonly (readonly [EndpointDefinition, SampleBody])[] = [
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
];
