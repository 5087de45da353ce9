import { type RetellAgent, retellAgentBody } from '@tendril/contract/api/retell-agents';
import { type RetellLlm, retellLlmBody } from '@tendril/contract/api/retell-llms';
import { invalidInput } from '@tendril/contract/app-error';
import type {
  VoiceAgentFields,
  VoiceAgentSettings,
  VoiceAgentSnapshot,
  VoiceLlmFields,
} from '@tendril/contract/voice/voice-agent';
import type * as z from 'zod';
import { fromRetellAgent } from './from-retell-agent.ts';
import { fromRetellLlm } from './from-retell-llm.ts';
import type { Reading } from './reading.ts';
import { toRetellAgent } from './to-retell-agent.ts';
import { toRetellLlm } from './to-retell-llm.ts';
import { withinRetellRanges } from './within-retell-ranges.ts';

/** A Retell agent with the LLM that it answers by, as in files. */
export interface RetellFile {
  agent: Record<string, unknown>;
  llm?: Record<string, unknown> | undefined;
}

/** What a Retell file says of an agent here. */
interface FromRetellFile {
  fields: Partial<VoiceAgentFields>;
  settings: Partial<VoiceAgentSettings>;
  llm: Partial<VoiceLlmFields>;
}

/**
 * A snapshot in Retell's format; pass one without secrets for a file. One for Retell holds only numbers that Retell
 * accepts.
 */
export function toRetellFile(
  { agent, settings, llm }: VoiceAgentSnapshot,
  facts: { version: number; isPublished: boolean; modifiedAt: number },
  { isTakenThere = false } = {},
): { agent: RetellAgent; llm: RetellLlm } {
  const own = toRetellAgent(agent, settings, facts);
  return {
    agent: isTakenThere ? withinRetellRanges(own) : own,
    llm: toRetellLlm(llm, { ...facts, id: agent.responseEngineLlmId }),
  };
}

/** Throws INVALID_INPUT with the path of a value that is invalid at Retell, too. */
export function fromRetellFile({ agent, llm }: RetellFile, reading: Reading): FromRetellFile {
  const within = (part: string): Reading => ({
    ...reading,
    refuse: (path, message) => reading.refuse(`${part}.${path}`, message),
  });
  const { fields, settings } = fromRetellAgent(parse(retellAgentBody, agent, 'agent'), within('agent'));
  const read = llm ? fromRetellLlm(parse(retellLlmBody, llm, 'llm'), within('llm')) : {};
  return { fields, settings, llm: read };
}

function parse<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error.issues, where);
  return parsed.data;
}
