import type { Answer } from '@tendril/contract/api/endpoint';
import type { previewPrompt } from '@tendril/contract/api/voice-agents';
import {
  builtInVariables,
  dynamicVariableNames,
  fillDynamicVariables,
} from '@tendril/contract/voice/dynamic-variables';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';

/**
 * Prompt and begin message as a call would begin with them: the given variables take precedence over the agent's
 * defaults, and those over the built-in ones. `missing` are the placeholders that remain.
 */
export function fillPrompt(
  { settings, llm }: VoiceAgentSnapshot,
  variables: Readonly<Record<string, string>>,
  now = new Date(),
): Answer<typeof previewPrompt> {
  const { generalPrompt } = llm;
  const beginMessage = llm.beginMode === 'defined' ? llm.beginMessage : '';
  const facts = {
    callId: 'call_preview',
    sessionType: 'voice' as const,
    direction: 'inbound' as const,
    agentNumber: '',
    userNumber: '',
    timezone: settings.timezone,
    now,
    startedAt: now.getTime(),
  };
  const both = `${generalPrompt}\n${beginMessage}`;
  const values = { ...builtInVariables(both, facts), ...llm.defaultDynamicVariables, ...variables };
  return {
    prompt: fillDynamicVariables(generalPrompt, values),
    beginMessage: fillDynamicVariables(beginMessage, values),
    missing: dynamicVariableNames(both).filter((name) => !Object.hasOwn(values, name)),
  };
}
