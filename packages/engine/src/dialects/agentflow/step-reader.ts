import { AppError } from '@tendril/contract/app-error';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { PlannedNode, PlannedParam, Source } from '../../flow-plan.ts';
import { givenValues, type SettledOutputs, settledValue } from '../../given-values.ts';
import { overrideOf } from '../../override-of.ts';
import { historyText } from '../../request-values.ts';
import type { RunRequest } from '../../run-request.ts';
import { isPrompt, secretInPrompt } from '../wired/variables-in-prompts.ts';
import { type FindValue, fillReferences } from './agent-flow-references.ts';
import { FailedPart } from './failed-part.ts';
import { findIn } from './reference-values.ts';

/** The value of a chosen component, and where it goes in the step's input. */
interface PartSource extends Source {
  place?: { index: number; field: string };
}

/** An input of a step that is made of chosen components. */
export interface PartInput {
  name: string;
  parts: readonly PartSource[];
  /** For a list: how many groups it has, and whether a group has several components. */
  list?: { length: number; hasFields: boolean };
}

/** What reading the inputs of a step, or of one of its components, takes. */
export interface StepReading {
  /** The anchor where the steps before come in. */
  entry: string | undefined;
  join(states: readonly AgentFlowState[]): AgentFlowState | undefined;
  stepIds: ReadonlySet<string>;
  partInputs: readonly PartInput[];
  /** For a component: the step, and the name under which callers override its values. */
  partOf?: { stepId: string; configName: string };
}

/** The component itself. Throws what has kept it from being made. */
function madePart(part: PartSource, settled: SettledOutputs): unknown {
  const value = settledValue(part, settled);
  if (value instanceof FailedPart) throw value.toError();
  return value;
}

function partValue({ parts, list }: PartInput, settled: SettledOutputs): unknown {
  if (!list) return parts[0] && madePart(parts[0], settled);
  const values: unknown[] = Array.from({ length: list.length }, () => (list.hasFields ? {} : undefined));
  for (const part of parts) {
    const value = madePart(part, settled);
    const { index = 0, field = '' } = part.place ?? {};
    if (list.hasFields) (values[index] as Record<string, unknown>)[field] = value;
    else values[index] = value;
  }
  return values;
}

/** What a caller has set: the value itself, or the same in the settings of a component. */
function overrideFor(
  { name }: PlannedParam,
  node: PlannedNode,
  { overrides }: RunRequest,
  { partOf }: StepReading,
): { value: unknown } | undefined {
  if (!overrides) return undefined;
  const config = partOf && overrideOf(partOf.configName, partOf.stepId, overrides)?.value;
  if (typeof config === 'object' && config !== null && Object.hasOwn(config, name))
    return { value: (config as Record<string, unknown>)[name] };
  return overrideOf(name, node.id, overrides);
}

function parse(param: PlannedParam, node: PlannedNode, value: unknown): unknown {
  const parsed = param.param.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues[0]?.message ?? 'a value is not valid';
  throw new AppError('INVALID_INPUT', `${node.label}: ${reason}`);
}

/** A name that only begins so costs one reading of the conversation, and nothing else. */
const historyReference = /\{\{\s*chat_history\b/;

function usesHistory(inputs: readonly PlannedParam[]): boolean {
  return inputs.some(({ raw, fixed }) => !fixed && historyReference.test(JSON.stringify(raw ?? '')));
}

/** Reads the inputs of a step when it runs: references are filled from the joined state and the request. */
export function stepReader(reading: StepReading): PlannedNode['read'] {
  const { entry, join, stepIds, partInputs, partOf } = reading;
  let needsHistory: boolean | undefined;
  return async (node, request, settled, round) => {
    const gate = node.inputs.find(({ name }) => name === entry);
    const states = (gate ? givenValues(gate, settled, round) : []) as AgentFlowState[];
    const state = join(states);
    const params = node.inputs.filter((input) => input.kind === 'param');
    needsHistory ??= usesHistory(params);
    const history = needsHistory ? await historyText(request) : '';
    const findFor = (input: PlannedParam): FindValue => {
      const refusal = (name: string) => secretInPrompt(node, input, name);
      return findIn({ request, state, history, stepIds, ...(isPrompt(input) && { refusal }) });
    };
    const values: Record<string, unknown> = {};
    const key: unknown[] = [];
    for (const input of params) {
      const override = overrideFor(input, node, request, reading);
      // A value from the caller is data: references in it stay text.
      if (override) values[input.name] = parse(input, node, override.value);
      else if (input.fixed) values[input.name] = input.fixed.value;
      else values[input.name] = parse(input, node, await fillReferences(input.raw, findFor(input)));
      const value = values[input.name];
      const isParsed = typeof value === 'object' && value !== null && (override || !input.fixed);
      key.push(isParsed ? JSON.stringify(value) : value);
    }
    for (const input of partInputs) {
      values[input.name] = partValue(input, settled);
      key.push(...input.parts.map((part) => settledValue(part, settled)));
    }
    if (entry !== undefined && !partOf) values[entry] = states;
    return { values, key };
  };
}
