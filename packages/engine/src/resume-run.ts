import type { Answer } from '@tendril/contract/provider/answer';
import type { RunAction } from '@tendril/contract/run-event';
import { type Checkpoint, type FrameCheckpoint, type Pause, requireFitting } from './checkpoint.ts';
import { stateIn } from './edge-states.ts';
import type { PlannedNode } from './flow-plan.ts';
import { rootFrame } from './frame-path.ts';
import { freeze, freezeOutputs } from './freeze.ts';
import { placeOf } from './node-context.ts';
import { markInFlight, restoreFrame } from './restore-frame.ts';
import { toAction } from './run-node.ts';
import type { Resumption } from './run-request.ts';
import type { Running } from './running.ts';

/** How far a frame has come. */
function frameCheckpoint({ plan, state, progress }: Running): FrameCheckpoint {
  const { states } = plan;
  const outputs: FrameCheckpoint['outputs'] = [];
  for (const [id, value] of progress.outputs) {
    const frozen = value && freezeOutputs(value, states);
    if (frozen || !value) outputs.push([id, frozen ?? null]);
  }
  const { members, entries, number } = progress.round;
  return {
    outputs,
    settled: [...progress.settled],
    round: {
      members: [...members],
      entries: [...entries].map(([id, values]) => [
        id,
        values.flatMap((value) => freeze(value, states)?.value ?? []),
      ]),
      number,
    },
    count: { targets: [...progress.count.targets], total: progress.count.total },
    visits: [...state.visits],
  };
}

/** Creates the checkpoint of a run. */
function checkpointOf(running: Running): Checkpoint {
  const { plan, scope, state, progress } = running;
  const { request, shared } = state;
  const frames = [...shared.openFrames].map(([path, open]): [string, FrameCheckpoint] => [
    path,
    frameCheckpoint(open),
  ]);
  return {
    version: 1,
    keyRunId: shared.keyRunId,
    question: request.question,
    scope,
    ...frameCheckpoint(running),
    ...(frames.length > 0 && { frames }),
    pauses: progress.pauses,
    runVariables: [...shared.runVariables].filter(([, value]) => freeze(value, plan.states) !== undefined),
    history: [...(request.history ?? [])],
    fileAttachment: request.fileAttachment ?? '',
    overrides: { ...request.overrides },
    ...(request.trigger && { trigger: request.trigger }),
    ...(request.sessionState && { sessionState: { ...request.sessionState } }),
  };
}

function askedBy({ nodeId, request, at }: Pause, { plan, state }: Running): RunAction {
  const node = plan.nodes.get(nodeId) as PlannedNode;
  const asker = at ? { id: at.nodeId, label: at.label } : node;
  return toAction(asker, request, state.request.session.runId);
}

/** The messages of the steps before the one that asks. */
function reasoningSoFar({ plan, progress }: Running): Answer {
  const { states } = plan;
  const reached = [...progress.outputs.values()].map((outputs) => stateIn(states, outputs));
  const lists = reached.flatMap((state) => (state === undefined ? [] : [states.reasoning(state)]));
  const longest = lists.toSorted((one, other) => other.length - one.length)[0];
  return longest && longest.length > 0 ? { agentReasoning: [...longest] } : {};
}

/** The end of a run that asks a person: with the question as its text. Of several questions the first is asked. */
export function waitingOutcome(running: Running) {
  const [pause] = running.progress.pauses;
  if (!pause) throw new Error('A run that waits has a pause.');
  const text = pause.request.question;
  const { isStreaming, emit } = running.state.request;
  const callerId = pause.at?.nodeId ?? pause.nodeId;
  if (isStreaming) emit({ type: 'text-delta', text, callerId });
  return {
    status: 'waiting' as const,
    answer: { text, ...reasoningSoFar(running) },
    action: askedBy(pause, running),
    checkpoint: checkpointOf(running),
  };
}

/** Passes the decision to the node that asked; other questions stay open. */
function decide(
  { state, progress, blocked }: Running,
  resumption: Required<Omit<Resumption, 'parts'>>,
): void {
  const { checkpoint, decision } = resumption;
  const { isApproved, note } = decision;
  const [asked, ...others] = checkpoint.pauses;
  progress.pauses = others;
  for (const pause of others) blocked.add(pause.nodeId);
  if (!asked) return;
  const place = asked.at ?? { frame: rootFrame, nodeId: asked.nodeId };
  const { memo } = asked.request;
  state.shared.decisions.set(placeOf(place.frame, place.nodeId), {
    isApproved,
    ...(note && { note }),
    memo,
  });
}

/** Brings a run to where it was: at a person's decision, or when its process ended. Throws CONFLICT. */
export async function resumeProgress(running: Running, resumption: Resumption): Promise<void> {
  const { plan, state } = running;
  const { checkpoint, decision } = resumption;
  requireFitting(checkpoint, plan);
  const { shared } = state;
  for (const [name, value] of checkpoint.runVariables) {
    shared.runVariables.set(name, value);
    shared.storedVariables.set(name, value);
  }
  for (const [path, frame] of checkpoint.frames ?? []) shared.storedFrames.set(path, frame);
  running.scope = checkpoint.scope;
  await restoreFrame(running, checkpoint);
  if (decision) decide(running, { checkpoint, decision });
  else markInFlight(running);
}
