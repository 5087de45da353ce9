import * as z from 'zod';
import { dynamicVariables } from './voice-agent.ts';

const words = z.string().trim().min(1, 'must not be empty').max(2000);

/** What a person who watches a call may do in it. */
export const callAct = z.discriminatedUnion('type', [
  /** An instruction to the agent, for the rest of the call; the caller learns nothing of it. */
  z.strictObject({ type: z.literal('whisper'), text: words }),
  z.strictObject({ type: z.literal('set-variables'), values: dynamicVariables }),
  /** The agent is silent until it is given back. */
  z.strictObject({ type: z.literal('take-over') }),
  /** Said by the agent's voice, word for word. */
  z.strictObject({ type: z.literal('say'), text: words }),
  z.strictObject({ type: z.literal('give-back') }),
]);
export type CallAct = z.output<typeof callAct>;
