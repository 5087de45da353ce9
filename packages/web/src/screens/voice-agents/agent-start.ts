import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { newFunction } from '../../features/voice-agent/functions/new-function.ts';
import { voiceStarterTexts } from '../../kit/texts/en/voice-starters.ts';
import { say } from '../../kit/texts/texts.ts';

/** Prompts that a new agent may start from. */
export const starters = ['receptionist', 'appointments', 'reminder'] as const;
export type Starter = (typeof starters)[number];

/** Agents that work at once, on the demo model. */
export const examples = ['cafe', 'bookings'] as const;
export type Example = (typeof examples)[number];

/** What a new agent starts from. */
export type AgentStart =
  | { kind: 'blank' }
  | { kind: 'starter'; starter: Starter }
  | { kind: 'flow'; flowId: string }
  | { kind: 'example'; example: Example };

// The starters' own places are for calls, not for this page.
const places = Object.fromEntries(
  ['customer', 'company', 'subject', 'date'].map((name) => [name, `{{${name}}}`]),
);

/** The fields of the LLM record of an example; one that a flow answers for only greets. */
export function exampleFields(example: Example): Partial<VoiceLlmFields> {
  const beginning = {
    beginMode: 'defined' as const,
    beginMessage: say(voiceStarterTexts, `${example}Begin`),
  };
  if (example === 'bookings') return beginning;
  return {
    ...beginning,
    credentialId: 'demo',
    generalPrompt: say(voiceStarterTexts, 'cafePrompt'),
    functions: [newFunction('end_call', [])],
  };
}

/** The fields of the LLM record that a starter fills. */
export function startFields(starter: Starter): Partial<VoiceLlmFields> {
  const functions =
    starter === 'appointments'
      ? [newFunction('check_availability_cal', []), newFunction('book_appointment_cal', [])]
      : starter === 'receptionist'
        ? [newFunction('transfer_call', [])]
        : [];
  return {
    generalPrompt: say(voiceStarterTexts, `${starter}Prompt`, places),
    beginMode: 'defined',
    beginMessage: say(voiceStarterTexts, `${starter}Begin`, places),
    functions: [newFunction('end_call', []), ...functions],
  };
}
