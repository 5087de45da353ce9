import type { RunContext } from '../node/run-context.ts';

/** Checks a question before the model; a returned sentence is the answer instead. */
export interface Moderation {
  nodeId: string;
  check(question: string, context: RunContext): Promise<string | undefined>;
}
