import { predictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { Answer } from '@tendril/contract/provider/answer';
import type { RunnableFlow } from '../flows/public.ts';
import type { ReadyVersion } from './flow-plans.ts';
import { beginInnerRun } from './inner-run.ts';
import { outcomeFailure } from './outcome-failure.ts';
import { type PrepareParts, prepareAsked } from './prepare-turn.ts';
import { type Admitted, type OtherFlows, type TurnParts, turnRunner } from './turn-runner.ts';

/** Deeper than any use, and shallow enough that flows which run each other end soon. */
const deepest = 8;

/**
 * How the nodes of a run ask other flows of their workspace: in a run of its own, which is stopped with theirs. Its rows
 * name the run that has started it.
 */
export function otherFlows(
  parts: PrepareParts,
  turns: TurnParts,
  withoutStream: (flow: RunnableFlow, version: ReadyVersion) => ReadyVersion,
): OtherFlows {
  async function admit(flowId: string, workspaceId: string, callers: readonly string[]): Promise<Admitted> {
    const flow = await parts.plans.find(flowId);
    if (flow?.workspaceId !== workspaceId)
      throw new AppError('NOT_FOUND', 'The flow that this step runs no longer exists.');
    const version = withoutStream(flow, await parts.plans.plan(flow, flow.liveVersionId));
    // On behalf of the caller of the first of them, whatever the settings of this one say.
    return { flow, version, callers };
  }

  return (caller, workspaceId, depth) =>
    async ({ flowId, question, overrideConfig, sessionId, key, signal }): Promise<Answer> => {
      if (depth >= deepest)
        throw new AppError(
          'LIMIT_STEPS',
          `Flows run each other more than ${deepest} levels deep. Check which flow runs which.`,
        );
      const admitted = await admit(flowId, workspaceId, caller.turn.callers);
      const body = predictionBody.parse({
        question,
        ...(sessionId !== undefined && { chatId: sessionId }),
        ...(overrideConfig && { overrideConfig }),
      });
      const asked = await prepareAsked(parts, admitted, body, { isOwn: false, isStreaming: false, signal });
      const prepared = { ...asked, depth: depth + 1, turn: { ...asked.turn, parentId: caller.id } };
      signal.throwIfAborted();
      const { run, finished } = await beginInnerRun(parts, turns, turnRunner(turns), prepared, key);
      const stop = () => run?.stop();
      const whole = AbortSignal.any([signal, caller.signal]);
      whole.addEventListener('abort', stop, { once: true });
      if (whole.aborted) stop();
      try {
        return answerOf(admitted.flow, await finished);
      } finally {
        whole.removeEventListener('abort', stop);
      }
    };
}

function answerOf(
  { name }: RunnableFlow,
  outcome: Parameters<typeof outcomeFailure>[0] & { answer?: Answer },
) {
  if (outcome.status === 'done') return outcome.answer ?? { text: '' };
  if (outcome.status === 'waiting')
    throw new AppError(
      'NODE_FAILED',
      `${name} asks a person before it goes on. A flow that others run cannot wait for that.`,
    );
  throw outcomeFailure(outcome);
}
