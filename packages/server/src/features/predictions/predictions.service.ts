import type { Body } from '@tendril/contract/api/endpoint';
import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { startRun } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Scope } from '../../db/scope.ts';
import type { Caller, UserCaller } from '../../http/caller.ts';
import type { ActiveRun } from '../runs/runs.service.ts';
import { outsideConversation, ownConversation } from './conversation.ts';
import { requireRunRight } from './flow-access.ts';
import type { FlowPlans } from './flow-plans.ts';
import { readOverrides } from './override-rules.ts';
import {
  type Admitted,
  type FinishedTurn,
  type Preparation,
  type TurnParts,
  turnRunner,
} from './turn-runner.ts';
import { readUploads } from './upload-text.ts';

export interface PredictionParts extends TurnParts {
  plans: FlowPlans;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
}

interface AskOptions {
  /** The app's own pages ask; else an outside client. */
  isOwn: boolean;
  isStreaming: boolean;
  /** Called once the question is on disk and before the flow runs. */
  onAccepted(run: ActiveRun): void;
}

type OwnRun = Pick<Body<typeof startRun>, 'question' | 'chatId' | 'history' | 'version' | 'source'> & {
  graceMs: number;
};

export type PredictionService = ReturnType<typeof createPredictionService>;

/** Asking flows: who may, in which conversation, with which changes; and the run itself. */
export function createPredictionService({ plans, runs, services, variables, runFlow }: PredictionParts) {
  const { begin, execute } = turnRunner({ runs, services, runFlow });

  async function admit(caller: Caller, flowId: string): Promise<Admitted> {
    const flow = requireRunRight(caller, await plans.find(flowId));
    return { flow, version: await plans.plan(flow, flow.liveVersionId) };
  }

  return {
    /** The flow and its live version. Throws UNAUTHORIZED or NOT_FOUND when the caller may not run it. */
    admit,

    /** The flow, for those who only look at it from outside. */
    findFlow: (flowId: string) => plans.find(flowId),

    /** The live plan, for the one bit of it that clients ask before they show a key. */
    async findPlan(flowId: string): Promise<FlowPlan | undefined> {
      const flow = await plans.find(flowId);
      return flow && (await plans.plan(flow, flow.liveVersionId)).plan;
    },

    /** Runs one turn to its end. Throws INVALID_INPUT before anything is accepted; a failed run is an outcome. */
    async ask(admitted: Admitted, body: PredictionBody, options: AskOptions): Promise<FinishedTurn> {
      const { plan } = admitted.version;
      const { attachment, stored } = readUploads(body.uploads);
      requireQuestion(body.question);
      const prepared: Preparation = {
        admitted,
        conversation: options.isOwn ? ownConversation(body, plan) : outsideConversation(body, plan),
        question: body.question,
        history: body.history,
        variables: await variables(admitted.flow),
        overrides: readOverrides(body.overrideConfig, admitted.flow, plan),
        attachment,
        isStreaming: options.isStreaming,
        turn: {
          source: options.isOwn ? 'chat' : 'api',
          chatType: options.isOwn ? 'INTERNAL' : 'EXTERNAL',
          leadEmail: body.leadEmail ?? null,
          fileUploads: stored,
        },
      };
      const run = await begin(prepared);
      options.onAccepted(run);
      return execute(run, prepared);
    },

    /** Starts a run of the app's own pages, which goes on without its caller. */
    async startOwn(
      caller: UserCaller,
      flowId: string,
      { version, source, graceMs, ...asked }: OwnRun,
    ): Promise<ActiveRun> {
      const flow = await plans.find(flowId);
      if (flow?.workspaceId !== caller.workspaceId) throw new AppError('NOT_FOUND', 'There is no such flow.');
      requireQuestion(asked.question);
      const ready = await plans.plan(flow, version === 'live' ? flow.liveVersionId : flow.draftVersionId);
      const prepared: Preparation = {
        admitted: { flow, version: ready },
        conversation: ownConversation(asked, ready.plan),
        question: asked.question,
        history: asked.history,
        variables: await variables(flow),
        overrides: { variables: {}, values: {} },
        attachment: '',
        isStreaming: true,
        turn: { source, chatType: 'INTERNAL', leadEmail: null, fileUploads: null, graceMs },
      };
      const run = await begin(prepared);
      // Its watchers learn of a failure from its events; one that could not be written leaves the run to recovery.
      execute(run, prepared).catch(() => {});
      return run;
    },

    /** Stops the answers under way of a chat; answers how many. */
    async abort(caller: Caller, flowId: string, chatId: string): Promise<number> {
      const flow = requireRunRight(caller, await plans.find(flowId));
      return runs.stopChat(flow.id, chatId);
    },
  };
}

function requireQuestion(question: string): void {
  if (question.trim() !== '') return;
  const details = [{ path: 'question', message: 'must not be empty' }];
  throw new AppError('INVALID_INPUT', 'question: must not be empty', { details });
}
