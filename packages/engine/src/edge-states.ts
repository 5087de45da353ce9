import type { AgentReasoning, Answer } from '@tendril/contract/provider/answer';

/** What a dialect passes along its control edges, as far as the executor, the trace and checkpoints are concerned. */
export interface EdgeStates {
  isState(value: unknown): boolean;
  /** For the trace: without what is only there for the steps. */
  describe(state: never): Record<string, unknown>;
  /** The answer of a run that ends with this state. */
  answer(state: never): Answer;
  /** Whether the caller has got the answer already, piece by piece. */
  isStreamed(state: never): boolean;
  /** The steps so far, in the format of Flowise's clients. */
  reasoning(state: never): readonly AgentReasoning[];
  /** The state without what is no plain JSON. */
  freeze(state: never): unknown;
  /** The nodes whose outputs `thaw` asks for. */
  neededBy(frozen: unknown): readonly string[];
  thaw(frozen: unknown, outputOf: (nodeId: string) => unknown): unknown;
  /** States grow from step to step: each is stored as what it changes in the one before. */
  storesChanges?: true;
  /** What a session may keep for its later turns. */
  sessionState?(state: never): Readonly<Record<string, unknown>>;
}

/** The state among a node's outputs. */
export function stateIn(states: EdgeStates, outputs: Record<string, unknown> | undefined): never | undefined {
  return Object.values(outputs ?? {}).find((value) => states.isState(value)) as never | undefined;
}
