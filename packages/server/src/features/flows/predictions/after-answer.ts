import { randomUUID } from 'node:crypto';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunEvent, StepKind } from '@tendril/contract/run-event';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun } from '../runs/public.ts';
import {
  type FollowUpSettings,
  followUpFlow,
  followUpRequest,
  followUpSettingsOf,
  readQuestions,
} from './follow-up-prompts.ts';
import { answerText, postProcess, postProcessingCode } from './post-process.ts';
import { type AnsweringModel, canCheckSources, checkAnswer, checksSources } from './source-check.ts';

/** The answer is complete by then: its caller does not wait long for follow-up questions. */
const followUpMs = 15_000;
const historyTurns = 10;

interface AfterAnswerParts {
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  compile(flow: FlowData): Promise<FlowPlan>;
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
}

/** A run that has answered, and the services of its nodes. */
export interface Answered {
  run: ActiveRun;
  flow: RunnableFlow;
  services: NodeServices;
  variables: Readonly<Record<string, string>>;
  outcome: RunOutcome;
  /** Absent where no model was asked, or none of them is known any more. */
  model?: AnsweringModel | undefined;
  /** Appends what is done after the answer to the run's log. */
  emit(event: RunEvent): void;
}

export type AfterAnswer = (answered: Answered) => Promise<RunOutcome>;

/**
 * What a flow's settings do once it has answered: the owner's code may rewrite the answer, then a model may check it
 * against its sources and another write follow-up questions. All are logged as steps of the run; if one fails, the answer
 * stays as it was.
 */
export function createAfterAnswer(parts: AfterAnswerParts): AfterAnswer {
  return async (answered) => {
    if (answered.outcome.status !== 'done' || !answered.outcome.answer) return answered.outcome;
    const outcome = await rewrite(answered);
    const rewritten = { ...answered, outcome };
    const added = await Promise.all([checkedSources(rewritten), questions(parts, rewritten)]);
    return added.reduce(withAddition, outcome);
  };
}

/** Whether the flow's settings do anything once it has answered. */
export function hasAfterAnswer(flow: RunnableFlow): boolean {
  return (
    postProcessingCode(flow) !== undefined || followUpSettingsOf(flow) !== undefined || checksSources(flow)
  );
}

async function rewrite({ run, flow, services, variables, outcome, emit }: Answered): Promise<RunOutcome> {
  const code = postProcessingCode(flow);
  const { answer } = outcome;
  if (code === undefined || !answer) return outcome;
  const { question, chatId, sessionId } = run.turn;
  const asked = { code, answer, question, chatId, sessionId, flowId: flow.id, variables, signal: run.signal };
  const step = { kind: 'code', name: 'Post-processing', input: { rawOutput: answerText(answer) } } as const;
  const rewritten = await traced(emit, step, async () => {
    const value = await postProcess(services, asked);
    return { value, output: answerText(value) };
  });
  return rewritten ? { ...outcome, answer: rewritten } : outcome;
}

/** What is added to an answer, and what it has cost. */
interface Addition {
  answer: Pick<Answer, 'sourceCheck' | 'followUpPrompts'>;
  usage: RunOutcome['usage'];
  costUsd: number;
}

function withAddition(outcome: RunOutcome, addition: Addition | undefined): RunOutcome {
  if (!addition) return outcome;
  const { inputTokens, outputTokens } = outcome.usage;
  return {
    ...outcome,
    answer: { ...outcome.answer, ...addition.answer },
    usage: {
      inputTokens: inputTokens + addition.usage.inputTokens,
      outputTokens: outputTokens + addition.usage.outputTokens,
    },
    costUsd: outcome.costUsd + addition.costUsd,
  };
}

async function checkedSources({
  run,
  flow,
  outcome: { answer },
  model,
  emit,
}: Answered): Promise<Addition | undefined> {
  if (!checksSources(flow) || !model || !answer || !canCheckSources(run, answer, model)) return undefined;
  const input = { model: model.model.modelId, passages: answer.sourceDocuments?.length };
  const checked = await traced(emit, { kind: 'request', name: 'Source check', input }, async () => {
    const value = await checkAnswer(run, answer, model);
    return { value, output: value?.check, usage: value?.usage, costUsd: value?.costUsd };
  });
  if (!checked) return undefined;
  const { check, usage, costUsd = 0 } = checked;
  emit({ type: 'source-check', check });
  return { answer: { sourceCheck: check }, usage, costUsd };
}

async function questions(
  parts: AfterAnswerParts,
  { run, flow, services, outcome, emit }: Answered,
): Promise<Addition | undefined> {
  const settings = followUpSettingsOf(flow);
  const text = outcome.answer ? answerText(outcome.answer) : '';
  if (!settings || text.trim() === '' || run.signal.aborted) return undefined;
  const step = { kind: 'request', name: 'Follow-up prompts', input: { model: settings.provider } } as const;
  const asked = await traced(emit, step, async () => {
    const before = await services.readHistory(run.turn.sessionId, historyTurns);
    const now: ChatTurn[] = [
      { role: 'user', content: run.turn.question },
      { role: 'assistant', content: text },
    ];
    const question = followUpRequest(settings.prompt, [...before, ...now]);
    const value = await askModel(parts, settings, question, { run, flow, services });
    const { usage, costUsd } = value.outcome;
    return { value, output: value.questions, usage, costUsd };
  });
  if (!asked) return undefined;
  const { usage, costUsd } = asked.outcome;
  return { answer: { followUpPrompts: asked.questions }, usage, costUsd };
}

async function askModel(
  parts: AfterAnswerParts,
  settings: FollowUpSettings,
  question: string,
  { run, flow, services }: Pick<Answered, 'run' | 'flow' | 'services'>,
): Promise<{ questions: string[]; outcome: RunOutcome }> {
  const templates = new Map<string, NodeTemplate>();
  for (const name of [settings.provider, 'promptTemplate', 'llmChain']) {
    const template = await parts.findTemplate(name);
    if (template) templates.set(name, template);
  }
  const plan = await parts.compile(followUpFlow(settings, templates));
  const { chatId, sessionId } = run.turn;
  const outcome = await parts.runFlow(plan, {
    question,
    session: { runId: run.id, flowId: flow.id, chatId, sessionId, chatMessageId: run.answerId },
    isStreaming: false,
    signal: AbortSignal.any([run.signal, AbortSignal.timeout(followUpMs)]),
    services,
    emit: () => {},
  });
  if (outcome.status !== 'done')
    throw new Error(outcome.error?.message ?? 'The model gave no answer in time.');
  const questions = readQuestions(answerText(outcome.answer ?? {}));
  if (questions.length === 0) throw new Error('The model wrote no questions.');
  return { questions, outcome };
}

interface Step {
  kind: StepKind;
  name: string;
  input: unknown;
}

interface StepEnd<T> {
  value: T;
  output: unknown;
  usage?: RunOutcome['usage'] | undefined;
  costUsd?: number | undefined;
}

/** Logs work that no node does; a failure is logged too, and yields nothing. */
async function traced<T>(
  emit: Answered['emit'],
  { kind, name, input }: Step,
  work: () => Promise<StepEnd<T>>,
): Promise<T | undefined> {
  const step = { stepId: randomUUID(), kind, name, callerId: '' };
  const startedAt = performance.now();
  emit({ type: 'step-start', ...step, input });
  try {
    const { value, ...end } = await work();
    emit({ type: 'step-end', ...step, ms: performance.now() - startedAt, ...end });
    return value;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failureText = `${name} failed, and the answer was left as it was: ${message}`;
    emit({ type: 'step-end', ...step, ms: performance.now() - startedAt, error: failureText });
    return undefined;
  }
}
