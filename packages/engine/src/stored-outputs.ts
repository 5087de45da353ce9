import type { Checkpoint, SettledStep } from './checkpoint.ts';
import type { EdgeStates } from './edge-states.ts';
import { type Change, changeTo, withChange } from './state-changes.ts';

type Outputs = Record<string, unknown>;

/** A stored state, and whose output it is: the next one is stored as what it changes. */
export interface StoredState {
  nodeId: string;
  frame: string;
  state: unknown;
}

const changeKey = '$changes';

function stateName(outputs: Outputs, states: EdgeStates): string | undefined {
  return Object.keys(outputs).find((name) => states.isState(outputs[name]));
}

/** Outputs as they are stored: a state as what it changes in the one that was stored before it. */
export function asChanges(
  outputs: Outputs,
  states: EdgeStates,
  before: StoredState | undefined,
): Pick<SettledStep, 'outputs' | 'after'> {
  const name = stateName(outputs, states);
  if (!before || name === undefined) return { outputs };
  const change = { [changeKey]: changeTo(before.state, outputs[name]) };
  return { outputs: { ...outputs, [name]: change }, after: { nodeId: before.nodeId, frame: before.frame } };
}

/** The state that a step has stored, for the next one to build on; a step without one leaves that before it. */
export function storedState(
  { nodeId, frame }: Pick<SettledStep, 'nodeId' | 'frame'>,
  outputs: Outputs | null | undefined,
  states: EdgeStates,
  before: StoredState | undefined,
): StoredState | undefined {
  const name = outputs ? stateName(outputs, states) : undefined;
  return name === undefined ? before : { nodeId, frame, state: outputs?.[name] };
}

function isChange(value: unknown): value is { [changeKey]: Change } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, changeKey);
}

/** The outputs of a stored step in full. Undefined when what they build on is missing: then the step is run again. */
export function inFull(
  { last }: Checkpoint,
  { outputs, after }: SettledStep,
): { outputs: SettledStep['outputs'] } | undefined {
  if (!outputs || !after) return { outputs };
  if (last?.nodeId !== after.nodeId || last.frame !== after.frame) return undefined;
  const full = Object.entries(outputs).map(([name, value]) => [
    name,
    isChange(value) ? withChange(last.state, value[changeKey]) : value,
  ]);
  return { outputs: Object.fromEntries(full) };
}
