import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { newFunction } from '../../features/voice-agent/functions/new-function.ts';
import { voiceStarterTexts } from '../../kit/texts/en/voice-starters.ts';
import { say } from '../../kit/texts/texts.ts';

/** Prompts that a new agent may start from. */
export const starters = ['receptionist', 'appointments', 'reminder'] as const;
export type Starter = (typeof starters)[number];

/** What a new agent starts from. */
export type AgentStart =
  | { kind: 'blank' }
  | { kind: 'starter'; starter: Starter }
  | { kind: 'flow'; flowId: string };

// The starters' own places are for calls, not for this page.
const places = Object.fromEntries(
  ['customer', 'company', 'subject', 'date'].map((name) => [name, `{{${name}}}`]),
);

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
