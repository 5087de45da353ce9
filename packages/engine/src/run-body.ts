import { AppError } from '@tendril/contract/app-error';
import { lastState } from './find-answer.ts';
import type { PlannedNode } from './flow-plan.ts';
import { frameInside } from './frame-path.ts';
import type { BodyCall, RunState } from './node-context.ts';
import { markInFlight, restoreFrame } from './restore-frame.ts';
import { toError } from './run-attempts.ts';
import { RunPaused } from './run-paused.ts';
import { type Running, startRunning } from './running.ts';
import { emitUntaken, settleRounds } from './settle-rounds.ts';

/** The state of a frame inside another: its events say which one it is. */
function stateOf({ node, outer, index, items }: BodyCall, frame: string, signal: AbortSignal): RunState {
  const { request, shared, keyFrame, visits } = outer;
  const emit: typeof request.emit = (event) => {
    if (event.type === 'node-start') shared.emit({ ...event, frame, ...(items !== undefined && { items }) });
    else shared.emit('callerId' in event || 'nodeId' in event ? { ...event, frame } : event);
  };
  return {
    shared,
    request: { ...request, emit },
    signal,
    frame,
    keyFrame: `${keyFrame}${node.id}.${visits.get(node.id) ?? 1}#${index}/`,
    visits: new Map(),
    retried: new Set(),
    retriedBodies: new Set(),
    keepsFrames: outer.keepsFrames || mayComeAgain(node),
  };
}

/** Whether a step is run again after rounds of its body have ended: after a failure, or with a person's decision. */
function mayComeAgain({ settings, body }: PlannedNode): boolean {
  return (settings?.retries?.times ?? 0) > 0 || body?.canWait === true;
}

/** A frame as it is at first, as an earlier attempt has left it, or as an earlier process has. */
async function openFrame(call: BodyCall, signal: AbortSignal): Promise<Running> {
  const { node, outer, index, input } = call;
  const { shared } = outer;
  const body = node.body as NonNullable<PlannedNode['body']>;
  const frame = frameInside(outer.frame, node.id, index);
  const state = stateOf(call, frame, signal);
  const running = startRunning(body, { members: body.order, endings: [] }, state, new Map());
  const entries = new Map((body.entries ?? []).map((id) => [id, [input]]));
  running.progress.round = { ...running.progress.round, entries };
  const earlier = shared.openFrames.get(frame);
  const stored = shared.storedFrames.get(frame);
  if (earlier) {
    running.progress = { ...earlier.progress, pauses: [] };
    state.visits = earlier.state.visits;
  } else if (stored) {
    await restoreFrame(running, stored);
  }
  if (!earlier && outer.retriedBodies.has(node.id)) markInFlight(running);
  shared.openFrames.set(frame, running);
  return running;
}

/** The failure of a round, which says of which element it is: "Item 3: …", and of those inside "Item 3, item 1: …". */
function inItem(thrown: unknown, index: number): unknown {
  if (thrown instanceof RunPaused) return thrown;
  const failure = toError(thrown);
  if (failure.code === 'RUN_CANCELLED') return thrown;
  const { code, message } = failure;
  const isInside = /^Item \d+[:,] /.test(message);
  const named = isInside ? `Item ${index + 1}, item${message.slice(4)}` : `Item ${index + 1}: ${message}`;
  return new AppError(code, named, { cause: thrown });
}

/** Runs the steps inside a step once, in a frame of their own, and returns the state of the one that ran last. */
export async function runBody(call: BodyCall): Promise<unknown> {
  const own = new AbortController();
  const running = await openFrame(call, AbortSignal.any([call.signal, own.signal]));
  try {
    if (!(await settleRounds(running))) {
      const [pause] = running.progress.pauses;
      if (pause) throw new RunPaused(pause.request, pause.at);
    }
  } catch (thrown) {
    // Nothing of a failed round may go on beside its next attempt.
    own.abort(new AppError('RUN_CANCELLED', 'Another step has failed.'));
    await Promise.allSettled(running.pending.values());
    throw inItem(thrown, call.index);
  }
  emitUntaken(running);
  const last = lastState(running);
  if (!last) throw new AppError('FLOW_INVALID', `No step inside ${call.node.label} has run.`);
  const { shared, frame, keepsFrames } = running.state;
  shared.storedFrames.delete(frame);
  // Long lists would hold the states of all their elements.
  if (!keepsFrames) shared.openFrames.delete(frame);
  return last.state;
}
