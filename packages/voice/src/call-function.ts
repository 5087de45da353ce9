import type { HoldSound } from '@tendril/contract/voice/voice-function';
import type { HandoffRequest } from './session/handoff-words.ts';

/** What a function asks of its call. */
export type CallAction =
  | { type: 'end-call' }
  | {
      type: 'transfer';
      number: string;
      kind: 'cold' | 'warm';
      displayedNumber: 'agent' | 'transferee';
      /** What the caller hears while the other is called in a warm transfer. */
      holdSound?: HoldSound;
      /** What the person called hears first in a warm transfer; a summary of the call when absent. */
      handoff?: HandoffRequest;
    }
  | { type: 'press'; digits: string; delayMs: number };

export interface FunctionOutcome {
  isOk: boolean;
  /** The result for the model; at most 15,000 characters. */
  result: string;
  action?: CallAction;
  /** Dynamic variables that the result sets. */
  variables?: Record<string, string>;
  /** Request and response, for the form that tests a function. */
  exchange?: { method: string; url: string; body: string; status: number | null };
}

/** What a function may know of its call. */
export interface FunctionContext {
  /** The call in Retell's format; included in the body of a custom function. */
  call: Readonly<Record<string, unknown>>;
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** A function of an agent, ready to be offered to a model. */
export interface CallFunction {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  parameters: Record<string, unknown>;
  /** Texts in which it fills placeholders when it runs; names the built-in values it needs. */
  places?: string;
  /** Spoken once when it runs longer than two seconds; absent: nothing. */
  speakDuring?: string;
  /** The model comments on the result. */
  speaksAfter: boolean;
  run(input: Record<string, unknown>, context: FunctionContext): Promise<FunctionOutcome>;
}
