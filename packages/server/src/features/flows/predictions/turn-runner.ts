import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunEvent } from '@tendril/contract/run-event';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Resumption, RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import { asBulk } from '../../../platform/egress/vendor-pace/bulk-work.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun, FinishedRun, ProgressEntry, RunService, Turn } from '../runs/public.ts';
import { type AfterAnswer, hasAfterAnswer } from './after-answer.ts';
import type { CanvasRun } from './canvas-run.ts';
import type { Conversation } from './conversation.ts';
import { resumptionOf, storedSteps } from './durable-steps.ts';
import type { ReadyVersion } from './flow-plans.ts';
import { goesOnAfterCrash } from './goes-on-after-crash.ts';
import type { Overrides } from './override-rules.ts';
import { postProcessingCode } from './post-process.ts';
import { rememberRequest } from './remembered-request.ts';
import { type AnsweringModel, checksSources } from './source-check.ts';
import type { Visitor } from './visitor-chats.ts';

export interface TurnParts {
  runs: Pick<RunService, 'begin' | 'finish' | 'keepProgress' | 'sessionState' | 'startedBefore' | 'read'>;
  services(flow: RunnableFlow, runId: string, chatId: string, callers: readonly string[]): NodeServices;
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
  /** Keeps what the sources of an answer were read from, before the answer is stored. */
  keepSources(answer: {
    workspaceId: string;
    runId: string;
    messageId: string;
    documents: readonly SourceDocument[];
  }): Promise<void>;
  /** How nodes ask other flows, in runs that are executed by the same parts. */
  otherFlows?(turns: TurnParts): OtherFlows;
}

/** How the nodes of one run, at this depth below the first, ask other flows of the workspace. */
export type OtherFlows = (
  run: ActiveRun,
  workspaceId: string,
  depth: number,
) => NonNullable<NodeServices['runFlow']>;

/** A flow that the caller may run, with the version that answers. */
export interface Admitted {
  readonly flow: RunnableFlow;
  readonly version: ReadyVersion;
  /** On whose behalf the flow reads knowledge bases, as tokens of access lists. */
  readonly callers: readonly string[];
  /** Absent for members and keys of the flow's workspace. */
  readonly visitor?: Visitor;
}

interface Executing {
  provided: NodeServices;
  variables: Readonly<Record<string, string>>;
  emit(event: RunEvent): void;
}

export type FinishedTurn = FinishedRun;

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
  provided?: Partial<Pick<NodeServices, 'images' | 'readFile' | 'guidance'>>;
  isStreaming: boolean;
  /** What started the run instead of a question. */
  trigger?: AgentFlowTrigger;
  /** The state that its session begins with, until a turn of it has kept another. */
  sessionState?: Readonly<Record<string, unknown>>;
  /** The draft runs on the canvas, whole or a part of it. */
  canvas?: CanvasRun;
  /** A person has decided: the run resumes where it waited. */
  resumption?: Resumption;
  /** How many runs are above this one, each of which has asked another flow. */
  depth?: number;
  turn: Pick<
    Turn,
    | 'id'
    | 'source'
    | 'chatType'
    | 'leadEmail'
    | 'fileUploads'
    | 'graceMs'
    | 'resumes'
    | 'cancels'
    | 'parentId'
  >;
}

/** All that the rows of a turn store. */
export function turnOf(prepared: Preparation): Turn {
  const { admitted, conversation, question, turn, canvas } = prepared;
  const { flow, version, callers } = admitted;
  const { chatId, sessionId } = conversation;
  return {
    ...turn,
    callers,
    chatId,
    sessionId,
    ...(canvas && { planned: canvas.planned }),
    ...(canvas?.part && { part: canvas.part }),
    // Files of a form are held by the request alone.
    goesOn: isDurable(prepared) && !prepared.provided?.readFile,
    workspaceId: flow.workspaceId,
    flowId: flow.id,
    flowType: flow.type,
    versionId: version.id,
    versionNumber: version.number,
    question,
    memoryType: version.plan.memoryType ?? null,
    isDemo: version.plan.isDemo,
  };
}

/** Keeps the documents that an answer cites before the answer is stored. */
async function keepSourcesOf(
  { keepSources }: Pick<TurnParts, 'keepSources'>,
  { id: runId, answerId: messageId, turn }: ActiveRun,
  { workspaceId }: Scope,
  { answer }: RunOutcome,
): Promise<void> {
  const documents = answer?.sourceDocuments;
  if (documents && !turn.part) await keepSources({ workspaceId, runId, messageId, documents });
}

/** The two halves of a turn: accepted, when the question is on disk; and executed, when the answer is. */
export function turnRunner(parts: TurnParts) {
  const { runs, services, runFlow, redact, secretNames, afterAnswer } = parts;
  const askOther = parts.otherFlows?.(parts);

  async function begin(prepared: Preparation, signal?: AbortSignal): Promise<ActiveRun> {
    const request = isDurable(prepared) ? rememberRequest(prepared) : undefined;
    return runs.begin({ ...turnOf(prepared), ...(request && { request }) }, signal);
  }

  /** `progress`: what it has achieved before a crash; it goes on from there. */
  async function execute(
    run: ActiveRun,
    prepared: Preparation,
    progress?: readonly ProgressEntry[],
  ): Promise<FinishedTurn> {
    const { admitted, overrides } = prepared;
    const { flow } = admitted;
    const provided: NodeServices = {
      ...knownHistory(
        services(flow, run.id, prepared.conversation.chatId, admitted.callers),
        prepared.conversation,
      ),
      ...(askOther && { runFlow: askOther(run, flow.workspaceId, prepared.depth ?? 0) }),
      ...prepared.provided,
    };
    const answering = noteAnswering(provided, flow);
    const variables = { ...prepared.variables, ...overrides.variables };
    const redacted = await redact(flow);
    const emit = (event: RunEvent) => run.emit(redacted.event(event));
    const answered = progress?.findLast(({ kind }) => kind === 'answer')?.value as RunOutcome | undefined;
    const outcome = answered ?? (await answer(run, prepared, { provided, variables, emit }, progress));
    const finished = redacted.outcome(
      await afterAnswer({ run, flow, services: provided, variables, outcome, emit, model: answering() }),
    );
    await keepSourcesOf(parts, run, flow, finished);
    return runs.finish(run, finished);
  }

  async function answer(
    run: ActiveRun,
    prepared: Preparation,
    { provided, variables, emit }: Executing,
    progress: readonly ProgressEntry[] | undefined,
  ): Promise<RunOutcome> {
    const { admitted, overrides, resumption } = prepared;
    const { flow, version } = admitted;
    const { sessionId, isNew } = prepared.conversation;
    const kept =
      flow.type === 'AGENTFLOW' && !isNew
        ? ((await runs.sessionState({ workspaceId: flow.workspaceId, flowId: flow.id, sessionId })) ??
          prepared.sessionState)
        : undefined;
    const keep = (entry: ProgressEntry) => runs.keepProgress(run, entry);
    const isStored = isDurable(prepared);
    const request: RunRequest = {
      ...requestOf(run, prepared, { provided, variables, emit }),
      secretVariables: await secretNames(flow),
      ...(kept && { sessionState: kept }),
      ...(isStored && storedSteps(keep, version.plan, prepared.canvas?.request.onSettled)),
    };
    const resumed = progress && {
      resumption: resumptionOf(version.plan, request, resumption, progress),
    };
    const outcome = await runFlow(version.plan, { ...request, ...resumed });
    // What is on its way holds events of the run, which belong before its end; one that fails gives them back.
    await request.beforeEffect?.()?.catch(() => {});
    if (outcome.checkpoint) outcome.checkpoint.overrideVariables = overrides.variables;
    const whole = withEarlier(run, outcome);
    // The model is not asked again because what follows its answer was interrupted.
    if (whole.status === 'done' && isStored && hasAfterAnswer(flow))
      await keep({ kind: 'answer', value: whole });
    return whole;
  }

  return { begin, execute: ofItsAsker(execute) };
}

type Execute = (
  run: ActiveRun,
  prepared: Preparation,
  progress?: readonly ProgressEntry[],
) => Promise<FinishedTurn>;

/** Lets what a program asks make way for what people do. */
function ofItsAsker(execute: Execute): Execute {
  return (run, prepared, progress) =>
    isForProgram(prepared)
      ? asBulk(() => execute(run, prepared, progress))
      : execute(run, prepared, progress);
}

/** Whether a program asks, and no person: then the requests of people to the same vendors go first. */
function isForProgram({ admitted, turn }: Preparation): boolean {
  const { source } = turn;
  if (turn.parentId !== undefined || admitted.visitor) return false;
  return source === 'api' || source === 'mcp' || source === 'webhook' || source === 'schedule';
}

/** Remembers the model that was asked last, where it is asked again about the answer. */
function noteAnswering(services: NodeServices, flow: RunnableFlow): () => AnsweringModel | undefined {
  let last: AnsweringModel | undefined;
  if (checksSources(flow))
    services.noteModel = (model, context) => {
      last = { model, context };
    };
  return () => last;
}

/** A session that begins with this turn has no history to be read. */
function knownHistory(services: NodeServices, { sessionId, isNew }: Conversation): NodeServices {
  if (!isNew) return services;
  const { readHistory } = services;
  return {
    ...services,
    readHistory: async (id, limit) => (id === sessionId ? [] : readHistory(id, limit)),
  };
}

/** As recovery sees it: parts of a draft and answers in a call end with their server. */
function isDurable({ admitted, canvas, turn }: Preparation): boolean {
  return goesOnAfterCrash(admitted.flow) && !canvas?.part && turn.source !== 'call';
}

/** What the engine gets of a turn. */
function requestOf(
  run: ActiveRun,
  { admitted, conversation, overrides, resumption, ...prepared }: Preparation,
  { provided, variables, emit }: Executing,
): RunRequest {
  const { flow } = admitted;
  const { chatId, sessionId } = conversation;
  return {
    question: prepared.question,
    session: { runId: run.id, flowId: flow.id, chatId, sessionId, chatMessageId: run.answerId },
    // An answer that is still to be rewritten is not emitted before that.
    isStreaming: prepared.isStreaming && postProcessingCode(flow) === undefined,
    signal: run.signal,
    services: provided,
    history: toTurns(prepared.history),
    variables,
    fileAttachment: prepared.attachment,
    ...(prepared.trigger && { trigger: prepared.trigger }),
    overrides: overrides.values,
    ...prepared.canvas?.request,
    ...(resumption && resumedRequest(resumption)),
    emit,
  };
}

/** What the attempts before a crash have used counts too. */
function withEarlier({ earlier, startedAt }: ActiveRun, outcome: RunOutcome): RunOutcome {
  if (!earlier) return outcome;
  let { costUsd } = outcome;
  let { inputTokens, outputTokens } = outcome.usage;
  for (const { event } of earlier.entries) {
    if (event.type !== 'step-end') continue;
    costUsd += event.costUsd ?? 0;
    inputTokens += event.usage?.inputTokens ?? 0;
    outputTokens += event.usage?.outputTokens ?? 0;
  }
  return { ...outcome, ms: Date.now() - startedAt, costUsd, usage: { inputTokens, outputTokens } };
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
