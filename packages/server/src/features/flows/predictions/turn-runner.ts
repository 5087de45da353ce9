import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunEvent } from '@tendril/contract/run-event';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Resumption, RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun, RunService, Turn } from '../runs/public.ts';
import type { AfterAnswer } from './after-answer.ts';
import type { CanvasRun } from './canvas-run.ts';
import type { Conversation } from './conversation.ts';
import type { ReadyVersion } from './flow-plans.ts';
import type { Overrides } from './override-rules.ts';
import { postProcessingCode } from './post-process.ts';
import type { Visitor } from './visitor-chats.ts';

export interface TurnParts {
  runs: Pick<RunService, 'begin' | 'finish'>;
  services(flow: RunnableFlow, runId: string, chatId: string): NodeServices;
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
  /** Redacts the workspace's secret values from a run's events. */
  redact(scope: Scope): Promise<{
    event(event: RunEvent): RunEvent;
    outcome(outcome: RunOutcome): RunOutcome;
  }>;
  /** Names of its secret variables. */
  secretNames(scope: Scope): Promise<ReadonlySet<string>>;
  /** What the flow's settings do once it has answered. */
  afterAnswer: AfterAnswer;
}

/** A flow that the caller may run, with the version that answers. */
export interface Admitted {
  readonly flow: RunnableFlow;
  readonly version: ReadyVersion;
  /** Absent for members and keys of the flow's workspace. */
  readonly visitor?: Visitor;
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
  /** What this run needs beyond what every run of the flow gets. */
  provided?: Partial<Pick<NodeServices, 'images' | 'readFile'>>;
  isStreaming: boolean;
  /** The draft runs on the canvas, whole or a part of it. */
  canvas?: CanvasRun;
  /** A person has decided: the run resumes where it waited. */
  resumption?: Resumption;
  turn: Pick<Turn, 'source' | 'chatType' | 'leadEmail' | 'fileUploads' | 'graceMs' | 'resumes' | 'cancels'>;
}

/** The two halves of a turn: accepted, when the question is on disk; and executed, when the answer is. */
export function turnRunner({ runs, services, runFlow, redact, secretNames, afterAnswer }: TurnParts) {
  async function begin(prepared: Preparation): Promise<ActiveRun> {
    const { admitted, conversation, question, turn, canvas } = prepared;
    const { flow, version } = admitted;
    return runs.begin({
      ...turn,
      ...conversation,
      ...(canvas && { planned: canvas.planned }),
      ...(canvas?.part && { part: canvas.part }),
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
    const { admitted, overrides, resumption } = prepared;
    const { flow, version } = admitted;
    const { chatId, sessionId } = prepared.conversation;
    const provided = { ...services(flow, run.id, chatId), ...prepared.provided };
    const variables = { ...prepared.variables, ...overrides.variables };
    const redacted = await redact(flow);
    const emit = (event: RunEvent) => run.emit(redacted.event(event));
    const answered = await runFlow(version.plan, {
      question: prepared.question,
      session: { runId: run.id, flowId: flow.id, chatId, sessionId, chatMessageId: run.answerId },
      // An answer that is still to be rewritten is not emitted before that.
      isStreaming: prepared.isStreaming && postProcessingCode(flow) === undefined,
      signal: run.signal,
      services: provided,
      history: toTurns(prepared.history),
      variables,
      secretVariables: await secretNames(flow),
      fileAttachment: prepared.attachment,
      overrides: overrides.values,
      ...prepared.canvas?.request,
      ...(resumption && resumedRequest(resumption)),
      emit,
    });
    if (answered.checkpoint) answered.checkpoint.overrideVariables = overrides.variables;
    const outcome = redacted.outcome(
      await afterAnswer({ run, flow, services: provided, variables, outcome: answered, emit }),
    );
    return { outcome, text: await runs.finish(run, outcome) };
  }

  return { begin, execute };
}

/** A resumed run works for the question it was asked first, with its attachments. */
function resumedRequest(resumption: Resumption) {
  const { question, history, overrides } = resumption.checkpoint;
  return { question, history, overrides, resumption };
}

function toTurns(history: PredictionBody['history']): ChatTurn[] {
  if (!history) return [];
  return history.map(({ role, content }) => ({
    role: role === 'userMessage' ? 'user' : 'assistant',
    content,
  }));
}
