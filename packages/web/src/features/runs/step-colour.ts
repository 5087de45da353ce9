import type { StepKind } from '@tendril/contract/run-event';

const colours: Record<StepKind, string> = {
  model: 'var(--chat-models)',
  embedding: 'var(--embeddings)',
  retrieval: 'var(--vector-stores)',
  memory: 'var(--memory)',
  tool: 'var(--tools)',
  code: 'var(--utilities)',
  request: 'var(--utilities)',
};

/** The colour of a kind of work, as a CSS value: that of the node category that does it. */
export function stepColour(kind: StepKind): string {
  return colours[kind];
}
