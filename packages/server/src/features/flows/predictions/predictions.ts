import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Caller, UserCaller } from '../../../platform/http/caller.ts';
import type { CallerTokens } from '../../../platform/http/caller-tokens.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun } from '../runs/public.ts';
import { askForCall, type CallQuestion } from './call-turn.ts';
import { createContinueRun } from './continue-run.ts';
import { requireRunRight } from './flow-access.ts';
import { callersOf } from './flow-callers.ts';
import type { ReadyVersion } from './flow-plans.ts';
import { otherFlows } from './other-flows.ts';
import { postProcessingCode } from './post-process.ts';
import { type AskedBy, type OwnTurn, type PrepareParts, prepareAsked, prepareOwn } from './prepare-turn.ts';
import { type Admitted, type FinishedTurn, type TurnParts, turnRunner } from './turn-runner.ts';

type PredictionParts = TurnParts & PrepareParts & { callerTokens: CallerTokens };

interface AskOptions extends AskedBy {
  /** Called once the question is on disk and before the flow runs. */
  onAccepted(run: ActiveRun): void;
}

export type PredictionService = ReturnType<typeof createPredictionService>;

/** Asking flows: access, conversation, overrides, and the run itself. */
export function createPredictionService(given: PredictionParts) {
  const parts: PredictionParts = {
    ...given,
    otherFlows: (turns) => otherFlows(given, turns, withoutStream),
  };
  const { plans, runs, callerTokens } = parts;
  const { begin, execute } = turnRunner(parts);

  async function admit(caller: Caller, flowId: string): Promise<Admitted> {
    const flow = requireRunRight(caller, await plans.find(flowId));
    const [version, tokens] = await Promise.all([
      plans.plan(flow, flow.liveVersionId),
      callerTokens.of(caller, flow),
    ]);
    return { flow, version: withoutStream(flow, version), callers: callersOf(flow, tokens) };
  }

  return {
    /** Prepares a run to go on whose process has died. */
    continueRun: createContinueRun(parts, { execute }),

    /** The flow and its live version. Throws UNAUTHORIZED or NOT_FOUND when the caller may not run it. */
    admit,

    /** On whose behalf the flow reads when this caller asks it. */
    callersOf: async (caller: Caller, flow: RunnableFlow): Promise<readonly string[]> =>
      callersOf(flow, await callerTokens.of(caller, flow)),

    /** The flow, for those who only read its public side. */
    findFlow: (flowId: string) => plans.find(flowId),

    /** The live plan, for the one bit of it that clients ask for before they present a key. */
    async findPlan(flowId: string): Promise<FlowPlan | undefined> {
      const flow = await plans.find(flowId);
      return flow && withoutStream(flow, await plans.plan(flow, flow.liveVersionId)).plan;
    },

    /** Runs one turn to its end. Throws INVALID_INPUT before anything is accepted; a failed run is an outcome. */
    async ask(admitted: Admitted, body: PredictionBody, options: AskOptions): Promise<FinishedTurn> {
      if (options.runId === undefined) runs.requireRoom(admitted.flow);
      const prepared = await prepareAsked(parts, admitted, body, options);
      const run = await begin(prepared, options.signal);
      options.onAccepted(run);
      return execute(run, prepared);
    },

    /** Streams the answer to a caller's words. Throws NOT_FOUND, and the flow's failure. */
    askForCall: (question: CallQuestion) => askForCall(parts, withoutStream, question),

    /** The state of a call that a flow answers, as it was after one of its runs. Throws NOT_FOUND. */
    stateAfter: runs.sessionStateAfter,

    /** Starts a run of the app's own pages, which continues without its caller. */
    async startOwn(caller: UserCaller, flowId: string, asked: OwnTurn): Promise<ActiveRun> {
      const flow = await plans.find(flowId);
      if (flow?.workspaceId !== caller.workspaceId) throw new AppError('NOT_FOUND', 'Flow not found.');
      const callers = callersOf(flow, await callerTokens.of(caller, flow));
      const prepared = await prepareOwn(parts, flow, callers, asked);
      const run = await begin(prepared);
      // Its watchers learn of a failure from its events; one that could not be written is left to recovery.
      execute(run, prepared).catch(() => {});
      return run;
    },

    /** Aborts the answers in progress of a chat; returns how many. */
    abort: ({ id }: Pick<RunnableFlow, 'id'>, chatId: string): Promise<number> => runs.stopChat(id, chatId),
  };
}

/** An answer that the owner's code rewrites is sent in one piece. */
function withoutStream(flow: RunnableFlow, version: ReadyVersion): ReadyVersion {
  if (postProcessingCode(flow) === undefined) return version;
  return { ...version, plan: { ...version.plan, canStream: false } };
}
