import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { PlannedNode } from '../../flow-plan.ts';
import { withDescendants } from '../../ordering.ts';
import { isPipelineEnd } from './find-endings.ts';

type Nodes = ReadonlyMap<string, PlannedNode>;

/** What the compiler knows about the steps of a pipeline; empty for a flow without steps. */
interface PipelineSteps {
  /** Steps not reachable from Start. */
  unreached: ReadonlySet<string>;
  /** Step a loop goes back to, by the loop's id. */
  loops: ReadonlyMap<string, string>;
  /** Steps that run though no End needs them: the run ends there when it reaches them. */
  loose: readonly string[];
  problems: FlowProblem[];
}

const isStep = (node: PlannedNode) => node.definition.role === 'pipeline';

function startProblems(starts: readonly PlannedNode[], disabledStart: string | undefined): FlowProblem[] {
  if (starts.length === 1) return [];
  const code = 'NO_START';
  if (starts.length > 1) {
    const nodeId = starts[1]?.id ?? '';
    const message = `The pipeline has ${starts.length} Starts. Keep one of them.`;
    return [{ code, nodeId, message }];
  }
  const why =
    disabledStart === undefined
      ? 'has no Start. Add one'
      : `begins at ${disabledStart}, which is disabled. Enable it`;
  return [{ code, message: `The pipeline ${why} and connect the first step to it.` }];
}

/** A step's names for loops: the user's name for it, its label, its id. */
function namesOf(node: PlannedNode): string[] {
  const input = node.inputs.find(({ name }) => name === node.definition.step?.nameParam);
  const own = input?.kind === 'param' && typeof input.fixed?.value === 'string' ? [input.fixed.value] : [];
  return [...own, node.label, node.id];
}

function plainName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '_');
}

/** The steps that a name refers to: by the user's own name first, then by label, then by id. */
function findByName(name: string, steps: readonly PlannedNode[]): PlannedNode[] {
  const wanted = plainName(name);
  const ranked = steps.map((step) => ({
    step,
    rank: namesOf(step).map(plainName).toReversed().lastIndexOf(wanted),
  }));
  const best = Math.max(-1, ...ranked.map(({ rank }) => rank));
  return best < 0 ? [] : ranked.filter(({ rank }) => rank === best).map(({ step }) => step);
}

function findTarget(loop: PlannedNode, nodes: Nodes): { id: string } | FlowProblem {
  const name = loop.definition.step?.loop?.param ?? '';
  const input = loop.inputs.find((one) => one.name === name);
  const given = input?.kind === 'param' ? (input.fixed?.value ?? input.raw) : undefined;
  // A file of somebody else may hold anything there.
  const wanted = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const problem = (message: string): FlowProblem => ({
    code: 'LOOP_TARGET',
    nodeId: loop.id,
    input: name,
    message: `${loop.label}: ${message}`,
  });
  if (!wanted.trim()) return problem('name the step it goes back to.');
  const found = findByName(
    wanted,
    [...nodes.values()].filter((node) => isStep(node) && node !== loop),
  );
  if (found.length > 1) return problem(`${found.length} steps are called "${wanted}". Rename one of them.`);
  const target = found[0];
  if (!target) return problem(`there is no step called "${wanted}".`);
  if (target.definition.step?.entry === undefined)
    return problem(`it cannot go back to ${target.label}. Name a step that comes after Start.`);
  return { id: target.id };
}

function findLoops(nodes: Nodes): { loops: Map<string, string>; problems: FlowProblem[] } {
  const loops = new Map<string, string>();
  const problems: FlowProblem[] = [];
  for (const node of nodes.values()) {
    if (!node.definition.step?.loop) continue;
    const target = findTarget(node, nodes);
    if ('id' in target) loops.set(node.id, target.id);
    else problems.push(target);
  }
  return { loops, problems };
}

/** Analyses the steps among a flow's nodes: where they begin, where loops go, and what leads nowhere. */
export function readSteps(nodes: Nodes, disabledStart: string | undefined): PipelineSteps {
  const steps = [...nodes.values()].filter(isStep);
  if (steps.length === 0) return { unreached: new Set(), loops: new Map(), loose: [], problems: [] };
  const starts = steps.filter((step) => step.definition.step?.isStart);
  const { loops, problems } = findLoops(nodes);
  const reached = withDescendants(
    starts.map(({ id }) => id),
    nodes,
  );
  for (const target of loops.values()) for (const id of withDescendants([target], nodes)) reached.add(id);
  const unreached = new Set(
    starts.length > 0 ? steps.filter(({ id }) => !reached.has(id)).map(({ id }) => id) : [],
  );
  const feeding = new Set(steps.flatMap((step) => step.dependencies));
  const loose = steps.filter(
    (step) =>
      !feeding.has(step.id) &&
      !isPipelineEnd(step) &&
      !unreached.has(step.id) &&
      !step.definition.step?.isStart,
  );
  for (const id of unreached) loops.delete(id);
  return {
    unreached,
    loops,
    loose: loose.map(({ id }) => id),
    problems: [...startProblems(starts, disabledStart), ...problems, ...looseProblems(loose)],
  };
}

function looseProblems(loose: readonly PlannedNode[]): FlowProblem[] {
  return loose
    .filter((step) => !step.definition.step?.loop)
    .map((step) => ({
      code: 'NO_ENDING',
      nodeId: step.id,
      message: `Nothing comes after ${step.label}. Add an End there.`,
      isWarning: true,
    }));
}

/** Warnings of steps not reachable from Start; those with problems of their own report these instead. */
export function unreachedProblems(
  unreached: ReadonlySet<string>,
  nodes: Nodes,
  reported: ReadonlySet<string>,
): FlowProblem[] {
  return [...unreached]
    .filter((id) => !reported.has(id))
    .map((nodeId) => ({
      code: 'UNREACHABLE',
      nodeId,
      message: `${nodes.get(nodeId)?.label ?? nodeId} is never run: no edge leads to it from Start.`,
      isWarning: true,
    }));
}

/**
 * Marks the steps whose message is the answer, so that it can be streamed: those followed only by an End, in a pipeline
 * where no output feeds two steps at once.
 */
export function markLastSteps(nodes: Map<string, PlannedNode>): void {
  const consumers = new Map<string, PlannedNode[]>();
  for (const node of nodes.values()) {
    if (!isStep(node)) continue;
    const anchors = node.inputs.filter((input) => input.kind === 'anchor');
    for (const { nodeId, output } of anchors.flatMap((input) => input.sources)) {
      const key = `${nodeId} ${output}`;
      consumers.set(key, [...(consumers.get(key) ?? []), node]);
    }
  }
  const isOfStep = (key: string) => nodes.get(key.slice(0, key.indexOf(' ')))?.definition.role === 'pipeline';
  if ([...consumers].some(([key, list]) => list.length > 1 && isOfStep(key))) return;
  for (const node of nodes.values()) {
    if (!isStep(node) || node.definition.branches) continue;
    const next = consumers.get(`${node.id} ${node.output}`) ?? [];
    if (next.length > 0 && next.every(isPipelineEnd)) node.isLastStep = true;
  }
}
