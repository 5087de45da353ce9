import { classesOf, parseAnchorId } from '@tendril/contract/flow/anchor-id';
import { sharesClass } from '@tendril/contract/flow/connection';
import type { FlowData, FlowEdge, FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { AnyNode } from '@tendril/contract/node/define-node';
import { errorOutput } from '../../error-output.ts';
import type { Source } from '../../flow-plan.ts';
import { chosenOutputOf } from './chosen-output.ts';

/** A node of the flow with its definition from the catalogue. */
export interface FoundNode {
  node: FlowNode;
  definition: AnyNode;
  /** A disabled step of a pipeline, which passes on its input. */
  isPassing: boolean;
}

export interface Wiring {
  /** Edges by the input they end in: `${nodeId} ${inputName}`. */
  sources: ReadonlyMap<string, Source[]>;
  /** Labels of disabled nodes that would feed an input, under the same key. */
  disabled: ReadonlyMap<string, string>;
  problems: FlowProblem[];
}

interface Ends {
  from: { id: string; output: string };
  to: { id: string; input: string };
}

function endsOf(edge: FlowEdge): Ends | undefined {
  const from = parseAnchorId(edge.sourceHandle, edge.source);
  const to = parseAnchorId(edge.targetHandle, edge.target);
  if (from?.direction !== 'output' || to?.direction !== 'input') return undefined;
  return { from: { id: edge.source, output: from.name }, to: { id: edge.target, input: to.name } };
}

/** Old files keep types that have changed since: the catalogue's current types count as much as those drawn. */
function fits(edge: FlowEdge, { from, to }: Ends, source: FoundNode, target: FoundNode): boolean {
  const input = target.definition.inputs[to.input];
  if (from.output === errorOutput && source.definition.outputs[errorOutput] === undefined) return true;
  if (input?.kind !== 'anchor' || sharesClass(edge.sourceHandle, edge.targetHandle)) return true;
  const wanted = new Set([
    ...input.type.split('|').map((name) => name.trim()),
    ...classesOf(edge.targetHandle),
  ]);
  const given = [...(source.definition.outputs[from.output]?.classes ?? []), ...classesOf(edge.sourceHandle)];
  return given.some((name) => wanted.has(name));
}

function mismatch({ from, to }: Ends, source: FoundNode, target: FoundNode): FlowProblem {
  const input = target.definition.inputs[to.input];
  const output = source.definition.outputs[from.output];
  const gives = output?.classes[0] ?? source.node.data.label;
  const label = target.node.data.label;
  return {
    code: 'TYPE_MISMATCH',
    nodeId: to.id,
    input: to.input,
    message: `${label}: ${input?.label ?? to.input} cannot take what ${source.node.data.label} gives (${gives}). Remove that edge.`,
  };
}

/** Reads every edge into "this output feeds that input", matching anchors by name. */
export function readEdges(
  flow: FlowData,
  found: ReadonlyMap<string, FoundNode>,
  disabledLabels: ReadonlyMap<string, string>,
): Wiring {
  const sources = new Map<string, Source[]>();
  const disabled = new Map<string, string>();
  const problems: FlowProblem[] = [];
  for (const edge of flow.edges) {
    if (disabledLabels.has(edge.target)) continue;
    const ends = endsOf(edge);
    const target = ends && found.get(ends.to.id);
    const source = ends && found.get(ends.from.id);
    const isDisabled = disabledLabels.get(edge.source);
    if (ends && target && isDisabled !== undefined) {
      disabled.set(`${ends.to.id} ${ends.to.input}`, isDisabled);
    } else if (!ends || !target || !source) {
      const message = 'An edge leads to nothing and is left out.';
      problems.push({ code: 'DANGLING_EDGE', message, nodeId: edge.target, isWarning: true });
    } else if (fits(edge, ends, source, target)) {
      const output = givenOutput(edge, ends.from.output, source);
      addSource(sources, { ...ends, from: { ...ends.from, output } }, target);
    } else {
      problems.push(mismatch(ends, source, target));
    }
  }
  for (const [id, { definition, isPassing }] of found) if (!isPassing) shareParts(id, definition, sources);
  return { sources, disabled, problems };
}

/** Other versions of a node name its outputs otherwise: then the chosen one counts, or one of the type that is drawn. */
function givenOutput(edge: FlowEdge, name: string, { node, definition }: FoundNode): string {
  const { outputs, branches } = definition;
  if (branches || name === errorOutput || outputs[name] !== undefined) return name;
  const drawn = classesOf(edge.sourceHandle);
  const isAlike = (output: string) => outputs[output]?.classes.some((one) => drawn.includes(one)) === true;
  const chosen = chosenOutputOf(node, definition);
  return isAlike(chosen) ? chosen : (Object.keys(outputs).find(isAlike) ?? chosen);
}

function addSource(sources: Map<string, Source[]>, { from, to }: Ends, target: FoundNode): void {
  const input = target.definition.inputs[to.input];
  const takes = input?.kind === 'anchor' && !target.isPassing ? input.takes : undefined;
  push(sources, `${to.id} ${to.input}`, {
    nodeId: from.id,
    output: from.output === errorOutput ? errorOutput : (takes ?? from.output),
  });
}

/** Connects the sources of an anchor also to the nodes that another anchor's edges come from. */
function shareParts(id: string, definition: AnyNode, sources: Map<string, Source[]>): void {
  for (const [name, input] of Object.entries(definition.inputs)) {
    if (input.kind !== 'anchor' || input.sharedWith === undefined) continue;
    for (const borrower of sources.get(`${id} ${input.sharedWith}`) ?? [])
      for (const shared of sources.get(`${id} ${name}`) ?? [])
        push(sources, `${borrower.nodeId} ${name}`, shared);
  }
}

function push(sources: Map<string, Source[]>, key: string, source: Source): void {
  const known = sources.get(key) ?? [];
  // Some files draw an edge twice.
  if (!known.some((one) => one.nodeId === source.nodeId && one.output === source.output)) known.push(source);
  sources.set(key, known);
}
