import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import type { FlowPlan, PlannedNode } from '../../flow-plan.ts';
import { findCycle, orderNodes } from '../../ordering.ts';
import { checkPins } from '../../pinned-outputs.ts';
import { ValueCache } from '../../value-cache.ts';
import { yieldWhileCompiling } from '../../yield-to-others.ts';
import { loadDefinitions } from '../load-definitions.ts';
import { chosenOutputOf } from './chosen-output.ts';
import { findEndings } from './find-endings.ts';
import { joinRunVariables } from './join-run-variables.ts';
import { joinEndingProblems, looseEndProblems } from './loose-ends.ts';
import { pipelineStates } from './pipeline-states.ts';
import { markLastSteps, readSteps, unreachedProblems } from './pipeline-steps.ts';
import { planNode, upgradeValues } from './plan-node.ts';
import { type FoundNode, readEdges } from './read-edges.ts';
import { variablesInPrompts } from './variables-in-prompts.ts';

/** Whether the answer can be streamed: not when it has to be parsed as a whole first. */
function canStream(nodes: ReadonlyMap<string, PlannedNode>, endings: readonly string[]): boolean {
  if ([...nodes.values()].some((node) => node.definition.step?.isStart)) return true;
  return endings.some((id) => {
    const node = nodes.get(id);
    return (
      node?.inputs.every(({ name, sources }) => {
        const input = node.definition.inputs[name];
        return input?.kind !== 'anchor' || !input.parsesAnswer || sources.length === 0;
      }) ?? false
    );
  });
}

function asksPerson({ definition, inputs }: PlannedNode): boolean {
  const input = inputs.find(({ name }) => name === definition.step?.asksWhen);
  return input?.kind === 'param' && (input.fixed === undefined || input.fixed.value === true);
}

function describePlan(
  nodes: ReadonlyMap<string, PlannedNode>,
): Pick<FlowPlan, 'fixedSessionId' | 'memoryType' | 'isDemo' | 'isPipeline' | 'canWait'> {
  const planned = [...nodes.values()];
  const memory = planned.find((node) => node.definition.role === 'memory');
  const sessionId = memory?.inputs.find((input) => input.name === memory.definition.sessionParam);
  const fixed =
    sessionId?.kind === 'param' && typeof sessionId.fixed?.value === 'string' ? sessionId.fixed.value : '';
  return {
    ...(fixed && { fixedSessionId: fixed }),
    ...(memory && { memoryType: memory.definition.label }),
    isDemo: planned.some((node) => node.definition.tags?.includes('demo')),
    isPipeline: planned.some((node) => node.definition.role === 'pipeline'),
    canWait: planned.some(asksPerson),
  };
}

/** The flow's nodes as the catalogue knows them, without notes and without those that are disabled. */
interface FoundNodes {
  found: Map<string, FoundNode>;
  disabled: Map<string, string>;
  disabledStart?: string;
  problems: FlowProblem[];
  /** Nodes that the catalogue does not have. */
  unknown: { id: string; message: string }[];
}

async function findNodes(flow: FlowData, catalogue: NodeCatalogue): Promise<FoundNodes> {
  const all: FoundNodes = { found: new Map(), disabled: new Map(), problems: [], unknown: [] };
  const definitions = await loadDefinitions(flow.nodes, catalogue);
  for (const node of flow.nodes) {
    await yieldWhileCompiling(all);
    const { id, data, isDisabled = false } = node;
    const definition = definitions.get(data.name);
    if (all.found.has(id)) {
      const message = `Two nodes have the id "${id}"; delete ${data.label} and add it again.`;
      all.problems.push({ code: 'INVALID_VALUE', nodeId: id, message });
    } else if (isDisabled && !definition?.pass) {
      all.disabled.set(id, data.label);
      if (definition?.step?.isStart) all.disabledStart = data.label;
    } else if (!definition) {
      const message = `${data.label}: this installation has no node "${data.name}".`;
      all.unknown.push({ id, message });
    } else if (definition.role !== 'note') {
      all.found.set(id, { node: upgradeValues(node, definition), definition, isPassing: isDisabled });
    }
  }
  return all;
}

/** What else may be wrong with a node that cannot run is beside the point. */
function ownProblems(
  { node, definition }: FoundNode,
  planned: readonly FlowProblem[],
): readonly FlowProblem[] {
  if (definition.unavailable === undefined) return planned;
  const message = `${node.data.label} cannot run here. ${definition.unavailable}`;
  return [{ code: 'NODE_CANNOT_RUN', nodeId: node.id, message }];
}

async function planNodes(found: ReadonlyMap<string, FoundNode>, wiring: ReturnType<typeof readEdges>) {
  const chosenOutput = (nodeId: string) => {
    const entry = found.get(nodeId);
    return entry && chosenOutputOf(entry.node, entry.definition);
  };
  const nodes = new Map<string, PlannedNode>();
  const nodeProblems = new Map<string, readonly FlowProblem[]>();
  for (const [id, entry] of found) {
    await yieldWhileCompiling(nodes);
    const planned: FlowProblem[] = [];
    nodes.set(
      id,
      planNode(entry, wiring, chosenOutput, (problem) => planned.push(problem)),
    );
    const own = ownProblems(entry, planned);
    if (own.length > 0) nodeProblems.set(id, own);
  }
  joinRunVariables(nodes);
  return { nodes, nodeProblems };
}

function cycleProblem(id: string, nodes: ReadonlyMap<string, PlannedNode>): FlowProblem {
  const node = nodes.get(id);
  const advice = node?.definition.role === 'pipeline' ? ' Go back with a Loop instead of an edge.' : '';
  return { code: 'CYCLE', nodeId: id, message: `${node?.label ?? id} waits for itself.${advice}` };
}

/** Only a warning of a node that nothing takes from, where the flow has its end all the same. */
function unknownProblems(
  { edges }: FlowData,
  unknown: FoundNodes['unknown'],
  endings: readonly string[],
): FlowProblem[] {
  const taken = new Set(edges.map(({ source }) => source));
  return unknown.map(({ id, message }) => {
    const isWarning = endings.length > 0 && !taken.has(id);
    return { code: 'UNKNOWN_NODE', message, nodeId: id, isWarning };
  });
}

function withoutTwins(problems: readonly FlowProblem[]): FlowProblem[] {
  const seen = new Map<string, FlowProblem>();
  for (const problem of problems) {
    const key = [problem.code, problem.nodeId, problem.input, problem.message].join('\n');
    const known = seen.get(key);
    if (!known || (known.isWarning && !problem.isWarning)) seen.set(key, problem);
  }
  return [...seen.values()];
}

/** Where loops go back to, and how often. */
function plannedLoops(
  targets: ReadonlyMap<string, string>,
  nodes: ReadonlyMap<string, PlannedNode>,
): FlowPlan['loops'] {
  return new Map(
    [...targets].map(([id, targetId]) => [
      id,
      { targetIds: [targetId], limit: nodes.get(id)?.definition.step?.loop?.limit ?? 1 },
    ]),
  );
}

/** Compiles a drawing whose edges wire outputs to inputs. */
export async function compileWired(flow: FlowData, catalogue: NodeCatalogue): Promise<FlowPlan> {
  const { found, disabled, disabledStart, problems, unknown } = await findNodes(flow, catalogue);
  const wiring = readEdges(flow, found, disabled);
  const { nodes, nodeProblems } = await planNodes(found, wiring);
  await yieldWhileCompiling(nodes);
  const cycle = findCycle(nodes);
  const steps = readSteps(nodes, disabledStart);
  const { endings, problems: endingProblems } = findEndings(flow, nodes, steps.unreached);
  if (!cycle) markLastSteps(nodes);
  const roots = [...endings, ...steps.loose];
  const order = cycle ? [] : orderNodes(roots, nodes).filter((id) => !endings.includes(id));
  const needed = new Set([...order, ...endings]);
  // A problem of a node that no other node needs is a warning: the flow runs without it.
  const weigh = (problem: FlowProblem): FlowProblem =>
    problem.nodeId === undefined ||
    needed.has(problem.nodeId) ||
    cycle ||
    // Without an end, what cannot run is what is wrong.
    (problem.code === 'NODE_CANNOT_RUN' && endings.length === 0)
      ? problem
      : { ...problem, isWarning: true };
  const reported = new Set(nodeProblems.keys());
  const ending = joinEndingProblems(steps.problems, endingProblems);
  return {
    nodes,
    order,
    endings,
    roots,
    loops: plannedLoops(steps.loops, nodes),
    states: pipelineStates,
    problems: withoutTwins([
      ...unknownProblems(flow, unknown, endings),
      ...problems,
      ...(cycle ? [cycleProblem(cycle, nodes)] : []),
      ...[...nodeProblems.values()].flat().map(weigh),
      ...wiring.problems.map(weigh),
      ...ending,
      ...checkPins(nodes, endings),
      ...unreachedProblems(steps.unreached, nodes, reported),
      ...(endings.length > 0 ? looseEndProblems(nodes, needed, reported) : []),
    ]),
    nodeProblems,
    canStream: canStream(nodes, endings),
    ...describePlan(nodes),
    promptVariables: variablesInPrompts(nodes),
    nodeNames: [...new Set(flow.nodes.map((node) => node.data.name))],
    values: new ValueCache(),
  };
}
