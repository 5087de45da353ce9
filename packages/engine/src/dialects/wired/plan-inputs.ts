import { type ConditionMode, conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import type { FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { Param } from '@tendril/contract/node/param';
import { isVisible, shownForm, withDefaultsOf } from '@tendril/contract/node/visibility';
import type { PlannedInput, PlannedParam, Source } from '../../flow-plan.ts';
import type { FoundNode, Wiring } from './read-edges.ts';
import { findReferences } from './references.ts';

/**
 * The outputs that a parameter's references resolve to: the connected one where an edge names it, else the source's
 * chosen output.
 */
function paramSources(
  raw: unknown,
  wired: Source[],
  chosenOutput: (nodeId: string) => string | undefined,
): Source[] {
  const sources = [...wired];
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
  for (const reference of findReferences(text)) {
    if (reference.kind !== 'node' || sources.some((source) => source.nodeId === reference.nodeId)) continue;
    const output = chosenOutput(reference.nodeId);
    if (output !== undefined) sources.push({ nodeId: reference.nodeId, output });
  }
  return sources;
}

/** The open tab of a parameter: the canvas stores its name under `{tabIdentifier}_{nodeId}`. */
function openTab(
  nodeId: string,
  param: Param,
  values: Record<string, unknown>,
): { tab: string; param: Param } | undefined {
  const tabs = param.tabs ?? {};
  const wanted = [values[`${param.tabIdentifier}_${nodeId}`], param.default, ...Object.keys(tabs)];
  const tab = wanted.find((name): name is string => typeof name === 'string' && Object.hasOwn(tabs, name));
  const inner = tab === undefined ? undefined : tabs[tab];
  return tab !== undefined && inner ? { tab, param: inner } : undefined;
}

/** What planning one node's inputs depends on. */
interface Planning {
  node: FlowNode;
  values: Record<string, unknown>;
  /** The values that conditions look at: with defaults where none are written. */
  seen: Readonly<Record<string, unknown>>;
  chosenOutput: (nodeId: string) => string | undefined;
  report: (problem: FlowProblem) => void;
}

/** Reports why a condition could not be saved, in the words of its dialog. */
function checkCondition(name: string, tab: string, raw: unknown, { node, report }: Planning): void {
  const verdict = conditionOutputs(tab as ConditionMode, raw, () => {});
  if (!('alert' in verdict)) return;
  const message = `${node.data.label}: ${verdict.alert}`;
  report({ code: 'CONDITION', nodeId: node.id, input: name, message });
}

function planTab(
  name: string,
  open: { tab: string; param: Param },
  wired: Source[],
  planning: Planning,
): PlannedParam {
  const planned = planParam(open.tab, open.param, wired, planning);
  const fixed = planned.fixed && { fixed: { value: { tab: open.tab, value: planned.fixed.value } } };
  return { ...planned, ...fixed, name, tab: open.tab };
}

function planParam(name: string, declared: Param, wired: Source[], planning: Planning): PlannedParam {
  const { node, values, seen, chosenOutput, report } = planning;
  const param = shownForm(declared, seen);
  const open = openTab(node.id, param, values);
  if (open) {
    if (param.type === 'conditionFunction') checkCondition(name, open.tab, values[open.tab], planning);
    return planTab(name, open, wired, planning);
  }
  const isShown = isVisible(param, seen);
  const raw = isShown ? values[name] : undefined;
  const sources = param.type === 'code' ? [] : paramSources(raw, wired, chosenOutput);
  const planned: PlannedParam = { kind: 'param', name, param, raw, sources };
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
  const isFixed = param.type === 'code' || (sources.length === 0 && findReferences(text).length === 0);
  if (!isFixed) return planned;
  if (!isShown) return { ...planned, fixed: { value: undefined } };
  const parsed = param.schema.safeParse(raw);
  if (parsed.success) return { ...planned, fixed: { value: parsed.data } };
  report({
    code: 'INVALID_VALUE',
    nodeId: node.id,
    input: name,
    message: `${node.data.label}: ${parsed.error.issues[0]?.message ?? 'a value is not valid'}`,
  });
  return planned;
}

/** Why a required input is empty, in a sentence a person can act on. */
function missing(label: string, inputLabel: string, disabledLabel: string | undefined): string {
  if (disabledLabel === undefined) return `${label}: connect ${inputLabel}.`;
  return `${label}: ${inputLabel} is needed, and ${disabledLabel} is disabled.`;
}

/** The inputs of one node, with their sources. For a disabled step only what it passes on. */
export function planInputs(
  { node, definition, isPassing }: FoundNode,
  wiring: Wiring,
  chosenOutput: (nodeId: string) => string | undefined,
  report: (problem: FlowProblem) => void,
): PlannedInput[] {
  const values = node.data.inputs ?? {};
  const seen = withDefaultsOf(definition.inputs, values);
  const planning = { node, values, seen, chosenOutput, report };
  const planned: PlannedInput[] = [];
  for (const [name, input] of Object.entries(definition.inputs)) {
    if (isPassing && name !== definition.step?.entry) continue;
    const key = `${node.id} ${name}`;
    const sources = wiring.sources.get(key) ?? [];
    if (input.kind === 'param') {
      planned.push(planParam(name, input, sources, planning));
      continue;
    }
    if (sources.length === 0 && !input.optional) {
      const message = missing(node.data.label, input.label, wiring.disabled.get(key));
      report({ code: 'REQUIRED', nodeId: node.id, input: name, message });
    }
    const isForUpsert = definition.upsertAnchors?.includes(name);
    planned.push({
      kind: 'anchor',
      name,
      sources,
      isList: input.list ?? false,
      ...(isForUpsert && { isForUpsert }),
    });
  }
  return planned;
}
