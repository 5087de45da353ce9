import type { Checkpoint, FrameCheckpoint, SettledStep } from './checkpoint.ts';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import { framesOf, planOfFrame, rootFrame } from './frame-path.ts';
import { nextRound } from './loop-rounds.ts';
import type { RunRequest } from './run-request.ts';
import { planScope } from './run-scope.ts';
import { inFull, storedState } from './stored-outputs.ts';

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
  const full = inFull(checkpoint, step);
  if (!full) return;
  const { outputs } = full;
  const { states } = plan;
  const last = states.storesChanges && storedState(step, outputs, states, checkpoint.last);
  if (last) checkpoint.last = last;
  const part = openFrame(checkpoint, plan, step.frame);
  if (!part) return;
  advance(part, step.round);
  const { frame } = part;
  if (outputs === undefined) frame.outputs = frame.outputs.filter(([id]) => id !== step.nodeId);
  else put(frame.outputs, step.nodeId, outputs);
  if (!frame.settled.includes(step.nodeId)) frame.settled.push(step.nodeId);
  if (step.visits > 0) put(frame.visits, step.nodeId, step.visits);
  for (const [name, value] of step.variables ?? []) put(checkpoint.runVariables, name, value);
  const inside = framesOf(step.frame, step.nodeId);
  if (checkpoint.frames) checkpoint.frames = checkpoint.frames.filter(([path]) => !path.startsWith(inside));
}
