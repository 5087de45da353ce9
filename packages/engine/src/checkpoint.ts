import { AppError } from '@tendril/contract/app-error';
import type { PauseRequest } from '@tendril/contract/node/run-context';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import { framesOf, planOfFrame, rootFrame } from './frame-path.ts';
import { nextRound } from './loop-rounds.ts';
import type { PausePlace } from './run-paused.ts';
import type { RunRequest } from './run-request.ts';
import { planScope } from './run-scope.ts';

/** A pause that is still undecided. */
export interface Pause {
  nodeId: string;
  request: PauseRequest;
  /** The step that asks, where it is inside the node. */
  at?: PausePlace;
}

type Outputs = Record<string, unknown>;

/** How far one frame has come: the run itself, or a round of a step's body. */
export interface FrameCheckpoint {
  /** Outputs by node; null for a branch not taken. Those that are not plain values are left out and created again. */
  outputs: [string, Outputs | null][];
  /** Members of the round that need not run again. */
  settled: string[];
  /** Without a number it is the first. */
  round: { members: string[]; entries: [string, unknown[]][]; number?: number };
  count: { targets: [string, number][]; total: number };
  visits: [string, number][];
}

/** A run as plain JSON: what has settled, the current round, what is asked, and what it was started with. */
export interface Checkpoint extends FrameCheckpoint {
  version: 1;
  /** The first run's id, in the idempotency keys of all that go on with it. */
  keyRunId?: string;
  question: string;
  scope: RunScope;
  /** Frames inside steps that have not settled. */
  frames?: [string, FrameCheckpoint][];
  pauses: Pause[];
  runVariables: [string, unknown][];
  /** What came with the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  fileAttachment: string;
  overrides: Record<string, unknown>;
  trigger?: AgentFlowTrigger;
  sessionState?: Record<string, unknown>;
  /** Variables overridden for this run; the server adds them. */
  overrideVariables?: Record<string, string>;
}

/** One settled step as plain JSON: all that a durable run has to store of it. */
export interface SettledStep {
  nodeId: string;
  frame: string;
  /** The round of the frame's loops, from 0. */
  round: number;
  /** null for a branch not taken; absent when they cannot be stored, and are made again. */
  outputs?: Outputs | null;
  /** How often the node has run in its frame. */
  visits: number;
  /** Run variables set since the step before. */
  variables?: [string, unknown][];
}

/** Ids of the nodes that stored states refer to: their outputs have to be created before the run resumes. */
export function neededBy(frame: FrameCheckpoint, { states }: FlowPlan): string[] {
  const values = [
    ...frame.outputs.flatMap(([, outputs]) => Object.values(outputs ?? {})),
    ...frame.round.entries.flatMap(([, list]) => list),
  ];
  return [...new Set(values.flatMap((value) => states.neededBy(value)))];
}

/** Refuses to resume in a flow that lost what the run depends on. Throws CONFLICT. */
export function requireFitting(checkpoint: Checkpoint, plan: FlowPlan): void {
  const needed = [...checkpoint.pauses.map((pause) => pause.nodeId), ...neededBy(checkpoint, plan)];
  if (checkpoint.version === 1 && needed.every((id) => plan.nodes.has(id))) return;
  throw new AppError(
    'CONFLICT',
    'The flow has changed since it asked for a decision. Ask your question again.',
  );
}

/** The checkpoint of a durable run before its first step, as plain JSON; `addSettled` adds each step that settles. */
export function startCheckpoint(request: RunRequest, plan: FlowPlan): Checkpoint {
  const scope = request.scope ?? planScope(plan, request);
  return {
    version: 1,
    keyRunId: request.session.runId,
    question: request.question,
    scope,
    ...emptyFrame(scope.members),
    pauses: [],
    runVariables: [],
    history: [...(request.history ?? [])],
    fileAttachment: request.fileAttachment ?? '',
    overrides: { ...request.overrides },
    ...(request.trigger && { trigger: request.trigger }),
    ...(request.sessionState && { sessionState: { ...request.sessionState } }),
  };
}

function emptyFrame(members: readonly string[]): FrameCheckpoint {
  return {
    outputs: [],
    settled: [],
    round: { members: [...members], entries: [], number: 0 },
    count: { targets: [], total: 0 },
    visits: [],
  };
}

/** What runs in a frame: its plan, the part of it, and how far it is. */
interface FramePart {
  plan: FlowPlan;
  scope: RunScope;
  frame: FrameCheckpoint;
}

function openFrame(checkpoint: Checkpoint, plan: FlowPlan, path: string): FramePart | undefined {
  if (path === rootFrame) return { plan, scope: checkpoint.scope, frame: checkpoint };
  const inner = planOfFrame(plan, path);
  if (!inner) return undefined;
  const scope = { members: inner.order, endings: [] };
  const known = checkpoint.frames?.find(([id]) => id === path)?.[1];
  const frame = known ?? emptyFrame(inner.order);
  if (!known) checkpoint.frames = [...(checkpoint.frames ?? []), [path, frame]];
  return { plan: inner, scope, frame };
}

/** Goes on to the round in which a step has settled, as the executor did. */
function advance({ plan, scope, frame }: FramePart, to: number): void {
  while ((frame.round.number ?? 0) < to) {
    const outputs = new Map(frame.outputs.map(([id, value]) => [id, value ?? undefined]));
    const count = { targets: new Map(frame.count.targets), total: frame.count.total };
    const { members, entries, number = 0 } = frame.round;
    const next = nextRound(plan, scope, { members, entries: new Map(entries), number }, outputs, count);
    if (!next) return;
    frame.round = {
      members: [...next.members],
      entries: [...next.entries].map(([id, values]) => [id, [...values]]),
      number: next.number,
    };
    frame.count = { targets: [...count.targets], total: count.total };
    frame.settled = [];
  }
}

function put<T>(list: [string, T][], id: string, value: T): void {
  const known = list.find(([one]) => one === id);
  if (known) known[1] = value;
  else list.push([id, value]);
}

/** Adds a step that has settled; one that was added before changes nothing. */
export function addSettled(checkpoint: Checkpoint, plan: FlowPlan, step: SettledStep): void {
  const part = openFrame(checkpoint, plan, step.frame);
  if (!part) return;
  advance(part, step.round);
  const { frame } = part;
  if (step.outputs === undefined) frame.outputs = frame.outputs.filter(([id]) => id !== step.nodeId);
  else put(frame.outputs, step.nodeId, step.outputs);
  if (!frame.settled.includes(step.nodeId)) frame.settled.push(step.nodeId);
  if (step.visits > 0) put(frame.visits, step.nodeId, step.visits);
  for (const [name, value] of step.variables ?? []) put(checkpoint.runVariables, name, value);
  const inside = framesOf(step.frame, step.nodeId);
  if (checkpoint.frames) checkpoint.frames = checkpoint.frames.filter(([path]) => !path.startsWith(inside));
}
