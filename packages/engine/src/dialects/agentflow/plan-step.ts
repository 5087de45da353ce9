import type { AnyNode } from '@tendril/contract/node/define-node';
import { readGroups } from '@tendril/contract/node/list-value';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { errorOutput } from '../../error-output.ts';
import type { PlannedInput, PlannedNode, PlannedParam } from '../../flow-plan.ts';
import { type DrawnStep, entryOfStep, isOfClass, mainOutput, type Report } from './drawn-step.ts';
import { type LoadedPart, loadParts } from './load-parts.ts';
import { type PlannedPart, planPart } from './plan-part.ts';
import { planValues } from './plan-values.ts';
import { checkCredential, credentialOf } from './step-credential.ts';
import {
  dependenciesOf,
  gateOf,
  type Join,
  joinOf,
  reportUnavailable,
  type StepPlanning,
} from './step-planning.ts';
import { type PartInput, stepReader } from './step-reader.ts';

/** What stands on the output `error` when a step has failed: the state with the error as the step's result. */
function failedStep(id: string, entry: string | undefined, join: Join): PlannedNode['failed'] {
  return (values, { code, message }) => {
    const state = join((values[entry ?? ''] ?? []) as AgentFlowState[]);
    if (!state) return {};
    const result = { content: message, output: { error: { code, message } } };
    return { [errorOutput]: { ...state, results: { ...state.results, [id]: result }, lastNodeId: id } };
  };
}

/** The inputs of a step that its components make up: `${param}Part`, or `${param}Parts` for a list. */
function partInputsOf(
  step: DrawnStep,
  loaded: readonly LoadedPart[],
  planned: readonly PlannedPart[],
): PartInput[] {
  const feeds = new Map(planned.flatMap((one) => [...one.feeds]));
  const params = [...new Set(loaded.map(({ part }) => part.param))];
  return params.map((param) => {
    const own = loaded.filter(({ part }) => part.param === param);
    const parts = own.map(({ part, output }) => ({
      nodeId: part.id,
      output,
      ...(part.place && {
        place: { index: part.place.index, field: feeds.get(part.id) ?? part.place.field },
      }),
    }));
    if (!own[0]?.part.place) return { name: `${param}Part`, parts };
    const input = step.definition.inputs[param];
    const fields = input?.kind === 'param' ? (input.fields ?? []) : [];
    const hasFields = fields.filter((field) => field.param.loadConfig).length > 1;
    const { length } = readGroups(step.node.data.inputs?.[param]);
    return { name: `${param}Parts`, parts, list: { length, hasFields } };
  });
}

/** Texts of a step that asks a model, or that a person reads, must not contain a secret. */
function markPrompts(params: readonly PlannedParam[], { inputs }: AnyNode, isLast: boolean): PlannedParam[] {
  const asksModel = Object.values(inputs).some(
    (input) => input.kind === 'param' && input.loadMethod === 'listModels',
  );
  if (!asksModel && !isLast) return [...params];
  return params.map((planned) =>
    planned.param.acceptVariable ? { ...planned, param: { ...planned.param, isPrompt: true } } : planned,
  );
}

/** One step, after the components that its form has chosen. */
export async function planStep(step: DrawnStep, planning: StepPlanning): Promise<PlannedNode[]> {
  const { node, definition, isPassing } = step;
  const { sources, stepIds } = planning;
  const report: Report = (problem) => planning.report({ nodeId: node.id, ...problem });
  const entry = entryOfStep(step);
  const join = joinOf(step, entry);
  const isRunnable = !isPassing && !reportUnavailable(node.data.label, definition, report);
  const loaded = isRunnable ? await loadParts(step, { ...planning, report }) : [];
  const parts = loaded.map((own) => planPart(own, loaded, step, { ...planning, report }));
  const partInputs = partInputsOf(step, loaded, parts);
  if (isRunnable) checkCredential(node, definition, report);
  const isReply = isOfClass(definition, 'DirectReply');
  const params = isRunnable ? markPrompts(planValues(node, definition, report), definition, isReply) : [];
  const inputs: PlannedInput[] = [
    ...gateOf(entry, sources),
    ...params,
    ...partInputs.map(
      (input): PlannedInput => ({
        kind: 'anchor',
        name: input.name,
        sources: input.parts.map(({ nodeId, output }) => ({ nodeId, output })),
        isList: input.list !== undefined,
      }),
    ),
  ];
  const credentialId = credentialOf(node);
  const planned: PlannedNode = {
    id: node.id,
    name: node.data.name,
    label: node.data.label,
    definition,
    inputs,
    dependencies: dependenciesOf(inputs),
    output: mainOutput(definition),
    ...(entry !== undefined && { entry }),
    read: stepReader({ entry, join, stepIds, partInputs }),
    failed: failedStep(node.id, entry, join),
    ...(node.data.settings && { settings: node.data.settings }),
    ...(credentialId !== undefined && { credentialId }),
    ...(isPassing && { isPassing }),
    ...(node.pinned && !isPassing && { pinned: node.pinned.outputs }),
  };
  return [...parts.map((part) => part.planned), planned];
}
