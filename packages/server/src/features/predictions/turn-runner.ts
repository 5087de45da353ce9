import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { HouseServices } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { RunnableFlow } from '../flows/live-flows.service.ts';
import type { ActiveRun, RunService, Turn } from '../runs/runs.service.ts';
import type { Conversation } from './conversation.ts';
import type { ReadyVersion } from './flow-plans.ts';
import type { Overrides } from './override-rules.ts';

export interface TurnParts {
  runs: RunService;
  services(flow: RunnableFlow, runId: string): HouseServices;
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
}

/** A flow that the caller may run, with the version that answers. */
export interface Admitted {
  readonly flow: RunnableFlow;
  readonly version: ReadyVersion;
}

export interface FinishedTurn {
  readonly outcome: RunOutcome;
  readonly text: string;
}

/** A turn with everything checked, before anything of it is written. */
export interface Preparation {
  admitted: Admitted;
  conversation: Conversation;
  question: string;
  history: PredictionBody['history'];
  variables: Readonly<Record<string, string>>;
  overrides: Overrides;
  attachment: string;
  isStreaming: boolean;
  turn: Pick<Turn, 'source' | 'chatType' | 'leadEmail' | 'fileUploads'> & { graceMs?: number };
}

/** The two halves of a turn: accepted, when the question is on disk; and executed, when the answer is. */
export function turnRunner({ runs, services, runFlow }: TurnParts) {
  async function begin({ admitted, conversation, question, turn }: Preparation): Promise<ActiveRun> {
    const { flow, version } = admitted;
    return runs.begin({
      ...turn,
      ...conversation,
      workspaceId: flow.workspaceId,
      flowId: flow.id,
      versionId: version.id,
      versionNumber: version.number,
      question,
      memoryType: version.plan.memoryType ?? null,
      isDemo: version.plan.isDemo,
    });
  }

  async function execute(run: ActiveRun, prepared: Preparation): Promise<FinishedTurn> {
    const { admitted, question, overrides } = prepared;
    const { flow, version } = admitted;
    const { chatId, sessionId } = prepared.conversation;
    const outcome = await runFlow(version.plan, {
      question,
      session: { runId: run.id, flowId: flow.id, chatId, sessionId, chatMessageId: run.answerId },
      isStreaming: prepared.isStreaming,
      signal: run.signal,
      services: services(flow, run.id),
      history: toTurns(prepared.history),
      variables: { ...prepared.variables, ...overrides.variables },
      fileAttachment: prepared.attachment,
      overrides: overrides.values,
      emit: (event) => run.emit(event),
    });
    return { outcome, text: await runs.finish(run, outcome) };
  }

  return { begin, execute };
}

function toTurns(history: PredictionBody['history']): ChatTurn[] {
  if (!history) return [];
  return history.map(({ role, content }) => ({
    role: role === 'userMessage' ? 'user' : 'assistant',
    content,
  }));
}
