import { invalidInput } from '@tendril/contract/app-error';
import {
  type VoiceAgentFields,
  type VoiceAgentSettings,
  type VoiceAgentSnapshot,
  type VoiceLlmFields,
  voiceAgentFields,
  voiceAgentSettings,
  voiceLlmFields,
} from '@tendril/contract/voice/voice-agent';
import * as z from 'zod';

/** The format name in our own files. */
export const fileFormat = 'tendril-voice-agent';

/** The content of a file: everything may be absent but the agent's name. */
export interface ReadAgentFile {
  id?: string | undefined;
  fields: Partial<VoiceAgentFields>;
  settings: Partial<VoiceAgentSettings>;
  llm: Partial<VoiceLlmFields>;
  /** What has no counterpart here, by its path. */
  notes: string[];
}

const agentFile = z.strictObject({
  format: z.literal(fileFormat, `must be "${fileFormat}"`),
  version: z.literal(1, 'must be 1: this file was made by a newer installation'),
  agent: voiceAgentFields
    .partial()
    .extend({ agentName: voiceAgentFields.shape.agentName, id: z.string().max(64).optional() })
    .extend({ responseEngineLlmId: z.string().max(64).optional() }),
  settings: voiceAgentSettings.partial().default({}),
  llm: voiceLlmFields.partial().default({}),
});

/** A snapshot without secrets in our own file format. */
export function toAgentFile({ agent, settings, llm }: VoiceAgentSnapshot): Record<string, unknown> {
  return { format: fileFormat, version: 1, agent, settings, llm };
}

/** Throws INVALID_INPUT with the path of every field at fault. */
export function fromAgentFile(data: Record<string, unknown>): ReadAgentFile {
  const parsed = agentFile.safeParse(data);
  if (!parsed.success) throw invalidInput(parsed.error.issues, 'data');
  const { agent, settings, llm } = parsed.data;
  const { id, responseEngineLlmId: _llmId, ...fields } = agent;
  return { id, fields, settings, llm, notes: [] };
}
