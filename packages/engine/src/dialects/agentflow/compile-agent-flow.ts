import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import type { FlowPlan, PlannedLoop, PlannedNode } from '../../flow-plan.ts';
import { findCycle, orderNodes } from '../../ordering.ts';
import { checkPins } from '../../pinned-outputs.ts';
import { ValueCache } from '../../value-cache.ts';
import { yieldWhileCompiling } from '../../yield-to-others.ts';
import { variablesInPrompts } from '../wired/variables-in-prompts.ts';
import { agentFlowStates } from './agent-flow-states.ts';
import { type DrawnStep, isOfClass } from './drawn-step.ts';
import { planStep } from './plan-step.ts';
import { type Drawing, readDrawing } from './read-drawing.ts';
import { readStepEdges, type StepEdges } from './read-step-edges.ts';
import { lastSteps, markAnswers, reachedFrom } from './step-graph.ts';
import { stepLoops } from './step-loops.ts';

/** What compiling one drawing takes. */
interface Compiling {
  catalogue: NodeCatalogue;
  drawing: Drawing;
  edges: StepEdges;
  stepIds: ReadonlySet<string>;
  /** Steps by the iteration they are in. */
  stepsOf: ReadonlyMap<string | undefined, readonly DrawnStep[]>;
  values: ValueCache;
}

/** One level of a drawing: the flow itself, or the inside of an iteration. */
interface Level {
  plan: FlowPlan;
  steps: readonly DrawnStep[];
  problems: FlowProblem[];
}

async function planNodes(steps: readonly DrawnStep[], compiling: Compiling) {
  const nodes = new Map<string, PlannedNode>();
  const nodeProblems = new Map<string, FlowProblem[]>();
  const { catalogue, stepIds, edges } = compiling;
  for (const step of steps) {
    await yieldWhileCompiling(compiling);
    const { id } = step.node;
    const own: FlowProblem[] = [];
    const sources = edges.sources.get(id) ?? [];
    const planning = { catalogue, stepIds, sources, report: (one: FlowProblem) => void own.push(one) };
    for (const node of await planStep(step, planning)) nodes.set(node.id, node);
    if (own.length > 0) nodeProblems.set(id, own);
  }
  return { nodes, nodeProblems };
}

function cycleProblems(nodes: ReadonlyMap<string, PlannedNode>): FlowProblem[] {
  const id = findCycle(nodes);
  if (id === undefined) return [];
  const message = `${nodes.get(id)?.label ?? id} waits for itself. Go back with a Loop instead of an edge.`;
  return [{ code: 'CYCLE', nodeId: id, message }];
}

function startProblems(starts: readonly DrawnStep[], { disabledStart: label }: Drawing): FlowProblem[] {
  const [, second] = starts;
  if (second) {
    const message = `The flow has ${starts.length} Starts. Keep one of them.`;
    return [{ code: 'NO_START', nodeId: second.node.id, message }];
  }
  if (starts.length === 1) return [];
  const why =
    label === undefined ? 'has no Start. Add one' : `begins at ${label}, which is disabled. Enable it`;
  return [{ code: 'NO_START', message: `The flow ${why} and connect the first step to it.` }];
}

/** Plans the inside of each iteration, and lets its problems count as those of the iteration. */
async function planBodies(
  level: readonly DrawnStep[],
  nodes: ReadonlyMap<string, PlannedNode>,
  nodeProblems: Map<string, FlowProblem[]>,
  compiling: Compiling,
): Promise<void> {
  for (const { node, isPassing } of level) {
    const planned = nodes.get(node.id);
    const hasSteps = compiling.stepsOf.has(node.id);
    if (!planned || isPassing) continue;
    if (!hasSteps) {
      if (node.type !== 'iteration') continue;
      const message = `${node.data.label}: put a step into it.`;
      nodeProblems.set(node.id, [
        ...(nodeProblems.get(node.id) ?? []),
        { code: 'REQUIRED', nodeId: node.id, message },
      ]);
      continue;
    }
    const body = await planLevel(node.id, compiling);
    planned.body = body.plan;
    const inside = [...body.problems, ...[...body.plan.nodeProblems.values()].flat()];
    if (inside.length > 0) nodeProblems.set(node.id, [...(nodeProblems.get(node.id) ?? []), ...inside]);
  }
}

async function planLevel(parentId: string | undefined, compiling: Compiling): Promise<Level> {
  const { drawing, values } = compiling;
  const steps = compiling.stepsOf.get(parentId) ?? [];
  const { nodes, nodeProblems } = await planNodes(steps, compiling);
  await planBodies(steps, nodes, nodeProblems, compiling);
  await yieldWhileCompiling(compiling);
  const { loops, problems } = stepLoops(steps, drawing.steps, nodes);
  const starts = steps.filter(({ definition }) => isOfClass(definition, 'Start'));
  const isRoot = parentId === undefined;
  const first = (id: string) => !compiling.edges.sources.has(id);
  const entries = [...nodes.keys()].filter((id) => first(id.slice(0, `${id}#`.indexOf('#'))));
  const reached = reachedFrom(isRoot ? starts.map(({ node }) => node.id) : entries, nodes, loops);
  await yieldWhileCompiling(compiling);
  const running = steps.filter(({ node }) => reached.has(node.id) || (isRoot && starts.length === 0));
  const roots = lastSteps(running, nodes);
  await yieldWhileCompiling(compiling);
  if (isRoot) markAnswers(roots, running, nodes);
  await yieldWhileCompiling(compiling);
  const order = orderNodes(roots, nodes);
  await yieldWhileCompiling(compiling);
  const plan: FlowPlan = {
    ...describeLevel(nodes, loops),
    nodes,
    order,
    roots,
    nodeProblems,
    ...(!isRoot && { entries }),
    values,
  };
  await yieldWhileCompiling(compiling);
  const startFaults = isRoot ? startProblems(starts, drawing) : [];
  return { plan, steps, problems: [...startFaults, ...cycleProblems(nodes), ...problems] };
}

/** What a plan says of itself beyond its graph. */
function describeLevel(nodes: ReadonlyMap<string, PlannedNode>, loops: ReadonlyMap<string, PlannedLoop>) {
  const planned = [...nodes.values()];
  const bodies = planned.flatMap(({ body }) => body ?? []);
  return {
    endings: [],
    loops,
    states: agentFlowStates,
    problems: [],
    canStream: true,
    isPipeline: true,
    isDemo:
      planned.some(({ definition }) => definition.tags?.includes('demo')) ||
      bodies.some(({ isDemo }) => isDemo),
    canWait: planned.some(asksPerson) || bodies.some(({ canWait }) => canWait),
    promptVariables: [
      ...variablesInPrompts(nodes),
      ...bodies.flatMap(({ promptVariables }) => promptVariables),
    ],
    nodeNames: [],
  };
}

/** A step that asks a person, or one with tools that a person has to allow. */
function asksPerson({ definition, inputs }: PlannedNode): boolean {
  if (isOfClass(definition, 'HumanInput')) return true;
  return inputs.some(
    (input) =>
      input.kind === 'param' && /RequiresHumanInput":(true|"true")/.test(JSON.stringify(input.raw ?? '')),
  );
}

function keepsState(steps: Iterable<DrawnStep>): boolean {
  return [...steps].some(({ node, definition }) => {
    const keeps = isOfClass(definition, 'Start') && node.data.inputs?.['startPersistState'];
    return keeps === true || keeps === 'true';
  });
}

function unreachedProblems({ plan, steps }: Level): FlowProblem[] {
  const used = new Set(plan.order);
  return steps.flatMap(({ node, definition }) => {
    const isKnown = used.has(node.id) || plan.nodeProblems.has(node.id);
    if (isKnown || isOfClass(definition, 'Start')) return [];
    const message = `${node.data.label} is never run: no edge leads to it from Start.`;
    return [{ code: 'UNREACHABLE', nodeId: node.id, message, isWarning: true }];
  });
}

/** Compiles a drawing whose edges join steps, and carry the state of an agent flow. */
export async function compileAgentFlow(flow: FlowData, catalogue: NodeCatalogue): Promise<FlowPlan> {
  const drawing = await readDrawing(flow, catalogue);
  const edges = readStepEdges(flow.edges, drawing);
  const stepIds = new Set(drawing.steps.keys());
  const stepsOf = Map.groupBy(drawing.steps.values(), ({ parentId }) => parentId);
  const compiling = { catalogue, drawing, edges, stepIds, stepsOf, values: new ValueCache() };
  const level = await planLevel(undefined, compiling);
  await yieldWhileCompiling(compiling);
  const { plan } = level;
  const used = new Set(plan.order);
  const isUsed = (stepId: string) => used.has(stepId) || plan.order.length === 0;
  // A problem of a step that is never run is a warning: the flow runs without it.
  const own = [...plan.nodeProblems].flatMap(([stepId, problems]) =>
    problems.map((problem) => (isUsed(stepId) ? problem : { ...problem, isWarning: true })),
  );
  return {
    ...plan,
    nodeNames: [...new Set(flow.nodes.map(({ data }) => data.name))],
    ...(keepsState(drawing.steps.values()) && { keepsSessionState: true }),
    problems: [
      ...drawing.problems,
      ...level.problems,
      ...own,
      ...edges.problems,
      ...checkPins(plan.nodes, []),
      ...unreachedProblems(level),
    ],
  };
}
