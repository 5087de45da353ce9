import { AppError } from '@tendril/contract/app-error';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { Answer } from '@tendril/contract/provider/answer';
import { findAnswer } from './find-answer.ts';
import type { FlowPlan, RunScope } from './flow-plan.ts';
import { rootFrame } from './frame-path.ts';
import type { RunState } from './node-context.ts';
import { resumeProgress, waitingOutcome } from './resume-run.ts';
import { toFailure } from './run-attempts.ts';
import { runBody } from './run-body.ts';
import type { RunOutcome, RunRequest } from './run-request.ts';
import { planScope } from './run-scope.ts';
import { type Progress, type Running, startRunning } from './running.ts';
import { partsOf } from './step-parts.ts';

const lastWordsMs = 250;

/** Rejects, and aborts the nodes, as soon as the run is stopped, whatever they wait for. */
function untilAborted(
  signal: AbortSignal,
  nodes: AbortController,
): { promise: Promise<never>; forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      nodes.abort(signal.reason);
      reject(new AppError('RUN_CANCELLED', 'The run was stopped.'));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => {});
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}

/** Lets aborted work report how far it came; what takes longer is not awaited. */
async function hearLastWords(work: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, lastWordsMs);
  });
  await Promise.race([Promise.allSettled(work), patience]);
  clearTimeout(timer);
}

/** The request without its listener, once the outcome is known: a run emits nothing after its end. */
function emitUntilClosed(request: RunRequest): { heard: RunRequest; close: () => void } {
  let isEnded = false;
  const emit: RunRequest['emit'] = (event) => {
    if (!isEnded) request.emit(event);
  };
  return {
    heard: { ...request, emit },
    close: () => {
      isEnded = true;
    },
  };
}

/** For a run of a part only the problems of its own nodes count; for a whole run all do. */
function blockingProblems(plan: FlowPlan, scope: RunScope): readonly FlowProblem[] {
  const isWhole = scope.target === undefined;
  const cycle = plan.problems.filter((problem) => problem.code === 'CYCLE');
  const problems = isWhole
    ? plan.problems
    : [...cycle, ...[...scope.members, ...scope.endings].flatMap((id) => plan.nodeProblems.get(id) ?? [])];
  return problems.filter((problem) => !problem.isWarning);
}

function refuseBroken(plan: FlowPlan, scope: RunScope): void {
  const problems = blockingProblems(plan, scope);
  const [first] = problems;
  if (!first) return;
  const details = problems.map(({ nodeId, message }) => ({ path: nodeId ?? '', message }));
  const code = first.code === 'CREDENTIAL_MISSING' ? 'CREDENTIAL_MISSING' : 'FLOW_INVALID';
  throw new AppError(code, first.message, { details });
}

/** Outputs of an earlier run that stay as they are. */
function keptOutputs(scope: RunScope, { kept }: RunRequest): Progress['outputs'] {
  const members = kept && kept.size > 0 ? new Set([...scope.members, ...scope.endings]) : undefined;
  return new Map(members ? [...(kept ?? [])].filter(([id]) => !members.has(id)) : []);
}

/** A run that goes on knows what the first one was asked and started with. */
function resumed(request: RunRequest): RunRequest {
  const { trigger, sessionState } = request.resumption?.checkpoint ?? {};
  return { ...request, ...(trigger && { trigger }), ...(sessionState && { sessionState }) };
}

/** Everything that one run needs, before its first node starts. */
function prepare(plan: FlowPlan, asked: RunRequest, signal: AbortSignal): Running {
  const request = resumed(asked);
  const shared: RunState['shared'] = {
    totals: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    runVariables: new Map(),
    decisions: new Map(),
    keyRunId: request.resumption?.checkpoint.keyRunId ?? request.session.runId,
    storedFrames: new Map(),
    openFrames: new Map(),
    storedVariables: new Map(),
    parts: partsOf(request.resumption?.parts ?? []),
    runBody,
    emit: request.emit,
  };
  const frame = { frame: rootFrame, keyFrame: '', visits: new Map(), retried: new Set<string>() };
  const state: RunState = { shared, request, signal, ...frame, retriedBodies: new Set(), keepsFrames: false };
  const scope = request.scope ?? planScope(plan, request);
  return startRunning(plan, scope, state, keptOutputs(scope, request));
}

/** The state that the session's later turns begin with. */
function keptState({ plan, final }: Running): Pick<RunOutcome, 'sessionState'> {
  if (!plan.keepsSessionState || final === undefined) return {};
  const sessionState = plan.states.sessionState?.(final as never);
  return sessionState ? { sessionState } : {};
}

async function work(running: Running): Promise<Answer | undefined> {
  const { plan, state } = running;
  if (state.request.resumption) await resumeProgress(running, state.request.resumption);
  else refuseBroken(plan, running.scope);
  return findAnswer(running);
}

/**
 * Runs one turn of a flow. Nodes run concurrently where the graph allows; the first failure, or the request's signal,
 * aborts all the others down to their sockets. Never throws: the outcome says how it ended.
 */
export async function runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome> {
  const startedAt = performance.now();
  const own = new AbortController();
  const { heard, close } = emitUntilClosed(request);
  const aborted = untilAborted(request.signal, own);
  const running = prepare(plan, heard, own.signal);
  const { totals } = running.state.shared;
  let working: Promise<Answer | undefined> | undefined;
  const ended = () => ({
    ms: performance.now() - startedAt,
    usage: { inputTokens: totals.inputTokens, outputTokens: totals.outputTokens },
    costUsd: totals.costUsd,
  });
  try {
    request.signal.throwIfAborted();
    working = work(running);
    const answer = await Promise.race([working, aborted.promise]);
    if (!answer) return { ...waitingOutcome(running), ...ended() };
    return { status: 'done', answer, ...keptState(running), ...ended() };
  } catch (error) {
    const status = request.signal.aborted ? 'cancelled' : 'failed';
    own.abort(new AppError('RUN_CANCELLED', 'Another step of the run failed.'));
    if (working) await hearLastWords([working, ...running.pending.values()]);
    const failure =
      status === 'cancelled' ? { code: 'RUN_CANCELLED', message: 'The run was stopped.' } : toFailure(error);
    return { status, error: failure, ...ended() };
  } finally {
    aborted.forget();
    close();
  }
}
