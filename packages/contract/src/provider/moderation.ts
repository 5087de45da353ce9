import type { RunContext } from '../node/run-context.ts';

/** Looks at a question before the model does; a returned sentence is the answer instead. */
export interface Moderation {
  nodeId: string;
  check(question: string, context: RunContext): Promise<string | undefined>;
}
