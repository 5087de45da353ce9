import type { VoiceAgent, VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import type { VoiceAgentTable } from '../../../platform/db/voice-tables.ts';

type FieldColumns = Pick<VoiceAgentTable, keyof VoiceAgentFields>;

const optionalFields = [
  'voiceSpeed',
  'volume',
  'responsiveness',
  'interruptionSensitivity',
  'sttMode',
  'voicemailDetectionTimeoutMs',
  'endCallAfterSilenceMs',
  'maxCallDurationMs',
  'beginMessageDelayMs',
] as const;

/** The agent as the API returns it: a field that was never saved is absent. */
export function toVoiceAgent(row: VoiceAgentTable): VoiceAgent {
  const { id, agentName, llmId, voiceId, language, enableVoicemailDetection } = row;
  const saved = optionalFields.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]));
  return {
    id,
    agentName,
    responseEngineLlmId: llmId,
    voiceId,
    language,
    ...(Object.fromEntries(saved) as Partial<VoiceAgentFields>),
    ...(enableVoicemailDetection !== null && { enableVoicemailDetection: enableVoicemailDetection === 1 }),
  };
}

/** The columns of these fields; a field that is not given has none. */
export function toColumns(fields: Partial<VoiceAgentFields>): Partial<FieldColumns> {
  const { enableVoicemailDetection, ...rest } = fields;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<FieldColumns>),
    ...(enableVoicemailDetection !== undefined && {
      enableVoicemailDetection: enableVoicemailDetection ? (1 as const) : (0 as const),
    }),
  };
}

/** Columns of an agent with nothing saved but its name, its voice and its language. */
export const emptyColumns = {
  voiceSpeed: null,
  volume: null,
  responsiveness: null,
  interruptionSensitivity: null,
  sttMode: null,
  enableVoicemailDetection: null,
  voicemailDetectionTimeoutMs: null,
  endCallAfterSilenceMs: null,
  maxCallDurationMs: null,
  beginMessageDelayMs: null,
} as const;
