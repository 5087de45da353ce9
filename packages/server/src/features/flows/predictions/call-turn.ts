import { type PredictionBody, predictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { type ActiveRun, ephemeralRuns } from '../runs/public.ts';
import { callersOf } from './flow-callers.ts';
import type { ReadyVersion } from './flow-plans.ts';
import { outcomeFailure } from './outcome-failure.ts';
import { allowedVariables } from './override-rules.ts';
import { type PrepareParts, prepareAsked } from './prepare-turn.ts';
import { type FinishedTurn, type Preparation, type TurnParts, turnRunner } from './turn-runner.ts';

/** What a caller said to a flow that answers a call. */
export interface CallQuestion extends Scope {
  readonly flowId: string;
  /** Null for the live version. */
  readonly versionId: string | null;
  /** The conversation: the flow's memory is limited to this call. */
  readonly callId: string;
  readonly question: string;
  /** Values of the call, for `{{$vars.name}}`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Nothing of the run is stored. */
  readonly isEphemeral: boolean;
  /** What was said before that is not stored as messages of this call. */
  readonly history: readonly ChatTurn[];
  /** The state that the call begins with. */
  readonly sessionState?: Readonly<Record<string, unknown>> | undefined;
  /** What a person who watches the call has instructed: the models of the run follow it, and no message holds it. */
  readonly guidance?: readonly string[];
  readonly signal: AbortSignal;
  /** The run has started; not called when nothing of it is stored. */
  onRun(runId: string): void;
  /** A node has begun; not one of the steps inside another. */
  onNode?(node: { id: string; name: string }): void;
  onEnd(outcome: Pick<RunOutcome, 'costUsd' | 'sessionState'>): void;
}

type Parts = TurnParts & PrepareParts;

/** Runs one turn of a flow for a call, and streams the answer. */
export async function* askForCall(
  parts: Parts,
  withoutStream: (flow: RunnableFlow, version: ReadyVersion) => ReadyVersion,
  asked: CallQuestion,
): AsyncGenerator<string> {
  const prepared = await prepare(parts, withoutStream, asked);
  const { begin, execute } = turnRunner(asked.isEphemeral ? { ...parts, runs: ephemeralRuns() } : parts);
  asked.signal.throwIfAborted();
  const run = await begin(prepared);
  if (!asked.isEphemeral) asked.onRun(run.id);
  const stop = () => run.stop();
  asked.signal.addEventListener('abort', stop, { once: true });
  // The caller interrupted while the question was written: the run ends before it does anything.
  if (asked.signal.aborted) stop();
  try {
    const finished = execute(run, prepared);
    // A caller who interrupts abandons the answer; its end is written all the same.
    finished.catch(() => {});
    let hasSpoken = false;
    for await (const text of deltasOf(run, finished, asked.onNode)) {
      hasSpoken = true;
      yield text;
    }
    const { outcome, text } = await finished;
    asked.onEnd(outcome);
    if (outcome.status === 'failed') throw outcomeFailure(outcome);
    if (!hasSpoken && text !== '' && !asked.signal.aborted) yield text;
  } finally {
    asked.signal.removeEventListener('abort', stop);
    run.stop();
  }
}

async function prepare(
  parts: Parts,
  withoutStream: (flow: RunnableFlow, version: ReadyVersion) => ReadyVersion,
  asked: CallQuestion,
): Promise<Preparation> {
  const { workspaceId, flowId, versionId, callId, question, variables, guidance, signal } = asked;
  const flow = await parts.plans.find(flowId);
  if (flow?.workspaceId !== workspaceId)
    throw new AppError('NOT_FOUND', 'The flow that answers this agent’s calls no longer exists.');
  const version = withoutStream(flow, await parts.plans.plan(flow, versionId ?? flow.liveVersionId));
  const body: PredictionBody = predictionBody.parse({
    question,
    chatId: callId,
    overrideConfig: { sessionId: callId },
    ...(asked.history.length > 0 && { history: asked.history.map(toMessage) }),
  });
  const provided = guidance && guidance.length > 0 ? { provided: { guidance } } : {};
  const by = { isOwn: false, isStreaming: true, source: 'call', signal, ...provided } as const;
  const prepared = await prepareAsked(parts, { flow, version, callers: callersOf(flow) }, body, by);
  const own = allowedVariables(variables, flow, prepared.variables);
  if (asked.sessionState) prepared.sessionState = asked.sessionState;
  prepared.overrides = { ...prepared.overrides, variables: { ...own, ...prepared.overrides.variables } };
  return prepared;
}

function toMessage({ role, content }: ChatTurn): NonNullable<PredictionBody['history']>[number] {
  return { role: role === 'user' ? 'userMessage' : 'apiMessage', content };
}

async function* deltasOf(
  run: ActiveRun,
  finished: Promise<FinishedTurn>,
  onNode: CallQuestion['onNode'],
): AsyncGenerator<string> {
  const waiting: string[] = [];
  let isOver = false;
  let wake = () => {};
  const leave = run.attach(0, ({ event }) => {
    if (event.type === 'text-delta') waiting.push(event.text);
    if (event.type === 'node-start' && event.frame === undefined)
      onNode?.({ id: event.nodeId, name: event.label });
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  finished.then(end, end);
  try {
    for (;;) {
      const text = waiting.splice(0).join('');
      if (text !== '') yield text;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    leave();
  }
}
