import { AppError } from '@tendril/contract/app-error';
import type { AskedCall } from '@tendril/contract/node/run-context';
import { isPipelineState } from '@tendril/contract/provider/pipeline';
import type { FlowPlan, RunScope } from './flow-plan.ts';

/** A pause that is still undecided. */
export interface Pause {
  nodeId: string;
  request: { question: string; approve: string; reject: string; toolCalls: AskedCall[]; memo?: unknown };
}

/** The state of a waiting run as plain JSON: what has settled, the current round, and what is asked. */
export interface Checkpoint {
  version: 1;
  question: string;
  scope: RunScope;
  /** Outputs by node; null for a branch not taken. Those that are not plain values are left out and created again. */
  outputs: [string, Record<string, unknown> | null][];
  /** Members of the round that need not run again. */
  settled: string[];
  round: { members: string[]; entries: [string, unknown[]][] };
  count: { targets: [string, number][]; total: number };
  visits: [string, number][];
  pauses: Pause[];
  runVariables: [string, unknown][];
  /** What came with the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  fileAttachment: string;
  overrides: Record<string, unknown>;
  /** Variables overridden for this run; the server adds them. */
  overrideVariables?: Record<string, string>;
}

const modelKey = '$model';

/** Whether the value survives JSON unchanged. */
function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value))
    return true;
  if (typeof value !== 'object' || depth > 64) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => isPlain(item, depth + 1));
}

/** The stored form of a value: a pipeline's model is stored by its node. Undefined when it cannot be stored. */
export function freeze(value: unknown): { value: unknown } | undefined {
  if (!isPipelineState(value)) return isPlain(value) ? { value } : undefined;
  const { model, ...state } = value;
  return isPlain(state) ? { value: { ...state, [modelKey]: model.nodeId } } : undefined;
}

/** The stored value restored; `modelOf` finds a model by its node. */
export function thaw(value: unknown, modelOf: (nodeId: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, modelKey)) return value;
  const { [modelKey]: nodeId, ...state } = value as Record<string, unknown>;
  return { ...state, model: modelOf(String(nodeId)) };
}

/** The stored form of outputs; undefined when one of them cannot be stored. */
export function freezeOutputs(outputs: Record<string, unknown>): Record<string, unknown> | undefined {
  const frozen: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(outputs)) {
    const kept = freeze(value);
    if (!kept) return undefined;
    frozen[name] = kept.value;
  }
  return frozen;
}

/** Ids of the models that stored states refer to: they have to be created before the run resumes. */
export function modelsIn(checkpoint: Checkpoint): string[] {
  const values = [
    ...checkpoint.outputs.flatMap(([, outputs]) => Object.values(outputs ?? {})),
    ...checkpoint.round.entries.flatMap(([, list]) => list),
  ];
  const ids = values.flatMap((value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, modelKey)
      ? [String((value as Record<string, unknown>)[modelKey])]
      : [],
  );
  return [...new Set(ids)];
}

/** Refuses to resume in a flow that lost what the waiting run depends on. Throws CONFLICT. */
export function requireFitting(checkpoint: Checkpoint, plan: FlowPlan): void {
  const needed = [...checkpoint.pauses.map((pause) => pause.nodeId), ...modelsIn(checkpoint)];
  if (checkpoint.version === 1 && needed.every((id) => plan.nodes.has(id))) return;
  throw new AppError(
    'CONFLICT',
    'The flow has changed since it asked for a decision. Ask your question again.',
  );
}
