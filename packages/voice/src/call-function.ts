/** What a function asks of the call that it runs in. */
export type CallAction =
  | { type: 'end-call' }
  | { type: 'transfer'; number: string; kind: 'cold' | 'warm'; displayedNumber: 'agent' | 'transferee' }
  | { type: 'press'; digits: string; delayMs: number };

export interface FunctionOutcome {
  isOk: boolean;
  /** What the model is told; at most 15,000 characters. */
  result: string;
  action?: CallAction;
  /** Dynamic variables that the answer sets. */
  variables?: Record<string, string>;
  /** What went out and came back, for the form that tries a function. */
  exchange?: { method: string; url: string; body: string; status: number | null };
}

/** What a function may know of its call. */
export interface FunctionContext {
  /** The call as Retell's shape names it; goes along in the body of a custom function. */
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
  /** Texts in which it puts values into `{{places}}` when it runs; names the built-in values it needs. */
  places?: string;
  /** Said once when it runs longer than two seconds; absent: nothing. */
  speakDuring?: string;
  /** The model says something about the result. */
  speaksAfter: boolean;
  run(input: Record<string, unknown>, context: FunctionContext): Promise<FunctionOutcome>;
}
