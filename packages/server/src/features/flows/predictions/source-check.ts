import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer, SourceCheck } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun } from '../runs/public.ts';
import { answerText } from './post-process.ts';

/** The model of a flow's answer, and the node that asked it. */
export interface AnsweringModel {
  model: ChatModel;
  context: RunContext;
}

/** A check, and what it has cost. */
interface CheckedSources {
  check: SourceCheck;
  usage: RunOutcome['usage'];
  /** Absent where the price of the model is not known. */
  costUsd?: number;
}

/** The answer is there by then: callers that wait for the end of the run do not wait long. */
const checkMs = 30_000;

/** Whether the flow's answers are checked against their sources. */
export function checksSources({ chatbotConfig }: Pick<RunnableFlow, 'chatbotConfig'>): boolean {
  return chatbotConfig['checksSources'] === true;
}

/** Whether there is something to check, and somebody who would see it: nobody sees marks in a call. */
export function canCheckSources(
  { turn, signal }: ActiveRun,
  answer: Answer,
  { model }: AnsweringModel,
): boolean {
  if (turn.source === 'call' || turn.part || signal.aborted || model.isDemo) return false;
  return (answer.sourceDocuments?.length ?? 0) > 0 && (answer.text ?? '').trim() !== '';
}

/** Asks the model that gave the answer which sentences its sources do not bear out. Throws when it does not say. */
export async function checkAnswer(
  { turn, signal }: ActiveRun,
  answer: Answer,
  { model, context }: AnsweringModel,
): Promise<CheckedSources | undefined> {
  const { checkSources } = await import('@tendril/catalogue/faithfulness/check-sources');
  const spent: Omit<CheckedSources, 'check'> = { usage: { inputTokens: 0, outputTokens: 0 } };
  const asking: RunContext = {
    ...context,
    isStreaming: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(checkMs)]),
    services: { ...context.services, images: [] },
    emit(event: NodeEvent) {
      if (event.type !== 'step-end') return;
      spent.usage = event.usage ?? spent.usage;
      if (event.costUsd !== undefined) spent.costUsd = event.costUsd;
    },
  };
  const { sourceDocuments = [], usedTools = [] } = answer;
  const asked = { question: turn.question, text: answerText(answer), sourceDocuments, usedTools };
  const check = await checkSources(model, asked, asking);
  return check && { check, ...spent };
}
