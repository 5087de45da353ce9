import type { PlannedInput, PlannedNode, Source } from './flow-plan.ts';

/** Outputs of settled nodes; a node that was skipped has none. */
export type SettledOutputs = ReadonlyMap<string, Record<string, unknown> | undefined>;

/** Input from a loop to the step it goes back to, in addition to sources of the same round. */
export interface LoopEntry {
  anchor: string;
  values: readonly unknown[];
  /** Whether a source has settled in this round. */
  isFresh(nodeId: string): boolean;
}

/** The output that a source has given. */
export function settledValue(source: Source, settled: SettledOutputs): unknown {
  return settled.get(source.nodeId)?.[source.output];
}

/** The values of an input's edges, in their order; a branch not taken has none. */
export function givenValues(
  input: PlannedInput,
  settled: SettledOutputs,
  entry: LoopEntry | undefined,
): unknown[] {
  const isEntry = input.name === entry?.anchor;
  const sources = isEntry ? input.sources.filter(({ nodeId }) => entry.isFresh(nodeId)) : input.sources;
  const values = sources
    .map((source) => settledValue(source, settled))
    .filter((value) => value !== undefined);
  return isEntry ? [...entry.values, ...values] : values;
}

function hasValue(input: PlannedInput, settled: SettledOutputs, entry: LoopEntry | undefined): boolean {
  if (input.name === entry?.anchor) return givenValues(input, settled, entry).length > 0;
  return input.sources.some((source) => settledValue(source, settled) !== undefined);
}

/** Whether every connected input got at least one value; a node with a dead input is on a branch not taken. */
export function isAlive(node: PlannedNode, settled: SettledOutputs, entry?: LoopEntry): boolean {
  return node.inputs.every(
    (input) =>
      input.sources.length === 0 ||
      (input.kind === 'anchor' && input.isForUpsert) ||
      hasValue(input, settled, entry),
  );
}
