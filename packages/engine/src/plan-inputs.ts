import { parseAnchorId } from '@tendril/contract/flow/anchor-id';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { Param } from '@tendril/contract/node/param';
import { isVisible } from '@tendril/contract/node/visibility';
import type { FlowProblem, PlannedInput, PlannedParam, Source } from './flow-plan.ts';
import { findReferences } from './references.ts';

/** Edges by the input they end in: `${nodeId} ${inputName}`. */
export type WiredSources = ReadonlyMap<string, Source[]>;

/** Reads every edge into "this output feeds that input", matching anchors by name (I-14). */
export function readEdges(
  flow: FlowData,
  known: ReadonlySet<string>,
): { wired: WiredSources; problems: FlowProblem[] } {
  const wired = new Map<string, Source[]>();
  const problems: FlowProblem[] = [];
  for (const edge of flow.edges) {
    const from = parseAnchorId(edge.sourceHandle, edge.source);
    const to = parseAnchorId(edge.targetHandle, edge.target);
    if (
      !known.has(edge.source) ||
      !known.has(edge.target) ||
      from?.direction !== 'output' ||
      to?.direction !== 'input'
    ) {
      problems.push({
        code: 'DANGLING_EDGE',
        message: 'An edge leads to nothing and is left out.',
        nodeId: edge.target,
        isWarning: true,
      });
      continue;
    }
    const key = `${edge.target} ${to.name}`;
    const sources = wired.get(key) ?? [];
    sources.push({ nodeId: edge.source, output: from.name });
    wired.set(key, sources);
  }
  return { wired, problems };
}

/** The outputs a parameter's references stand for: the wired one where an edge names it, else the source's chosen output. */
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

/** The tab of a parameter that is open: the canvas keeps its name under `{tabIdentifier}_{nodeId}`. */
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

function planParam(
  node: FlowNode,
  name: string,
  param: Param,
  values: Record<string, unknown>,
  wired: Source[],
  chosenOutput: (nodeId: string) => string | undefined,
  report: (problem: FlowProblem) => void,
): PlannedParam {
  const open = openTab(node.id, param, values);
  if (open) {
    const planned = planParam(node, open.tab, open.param, values, wired, chosenOutput, report);
    const fixed = planned.fixed && { fixed: { value: { tab: open.tab, value: planned.fixed.value } } };
    return { ...planned, ...fixed, name, tab: open.tab };
  }
  const raw = isVisible(param, values) ? values[name] : undefined;
  const sources = param.type === 'code' ? [] : paramSources(raw, wired, chosenOutput);
  const planned: PlannedParam = { kind: 'param', name, param, raw, sources };
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw ?? '');
  const isFixed = param.type === 'code' || (sources.length === 0 && findReferences(text).length === 0);
  if (!isFixed) return planned;
  if (!isVisible(param, values)) return { ...planned, fixed: { value: undefined } };
  const parsed = param.schema.safeParse(raw);
  if (!parsed.success) {
    report({
      code: 'INVALID_VALUE',
      nodeId: node.id,
      message: `${node.data.label}: ${parsed.error.issues[0]?.message ?? 'a value is not valid'}`,
    });
    return planned;
  }
  return { ...planned, fixed: { value: parsed.data } };
}

/** The inputs of one node, with what feeds each. */
export function planInputs(
  node: FlowNode,
  definition: AnyNode,
  wired: WiredSources,
  chosenOutput: (nodeId: string) => string | undefined,
  report: (problem: FlowProblem) => void,
): PlannedInput[] {
  const values = node.data.inputs ?? {};
  return Object.entries(definition.inputs).map(([name, input]): PlannedInput => {
    const sources = wired.get(`${node.id} ${name}`) ?? [];
    if (input.kind === 'param') return planParam(node, name, input, values, sources, chosenOutput, report);
    if (sources.length === 0 && !input.optional) {
      report({ code: 'REQUIRED', nodeId: node.id, message: `${node.data.label}: connect ${input.label}.` });
    }
    return { kind: 'anchor', name, sources, isList: input.list ?? false };
  });
}
