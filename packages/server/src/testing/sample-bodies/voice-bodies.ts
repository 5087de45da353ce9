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
import { createSimulation, runSimulation, updateSimulation } from '@tendril/contract/api/simulations';
import * as agentsApi from '@tendril/contract/api/voice-agents';
import { testWebhook } from '@tendril/contract/api/voice-webhooks';
import { createCustomVoice } from '@tendril/contract/api/voices';
import type { FurnishedWorkspace, SampleBody } from './sample-body.ts';

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
const voiceFields = {
  name: 'Dana',
  provider: 'elevenlabs',
  providerVoiceId: 'el-1',
  gender: 'female',
  accent: 'British',
  age: 'Young',
};

/** A valid body for each route of the voice features. */
export const voiceBodies: readonly (readonly [EndpointDefinition, SampleBody])[] = [
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
];

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
