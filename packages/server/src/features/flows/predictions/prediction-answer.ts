import type { ExecutedNode } from '@tendril/contract/api/executions';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import type { Answer } from '@tendril/contract/provider/answer';
import type { RunOutcome } from '@tendril/engine/run-request';
import { agentFlowAction, ExecutedNodes } from '../executions/public.ts';
import type { ActiveRun } from '../runs/public.ts';
import { plannedPredecessors } from './planned-predecessors.ts';
import type { Admitted } from './turn-runner.ts';

type Lists = Pick<Answer, 'sourceDocuments' | 'usedTools' | 'agentReasoning'> & {
  agentFlowExecutedData?: ExecutedNode[];
};

/** The answer of a turn as JSON. Every key is named here, which replaces a response schema on the hot path. */
export function toPredictionAnswer(
  run: ActiveRun,
  admitted: Admitted,
  outcome: RunOutcome,
): Omit<PredictionAnswer, keyof Lists> & Lists {
  const { text = '', json, sourceDocuments, usedTools, agentReasoning } = outcome.answer ?? {};
  return {
    ...(json === undefined ? { text } : { json }),
    ...turnMarks(run, admitted),
    ...(sourceDocuments && { sourceDocuments }),
    ...(usedTools && { usedTools }),
    ...(agentReasoning && { agentReasoning }),
    ...answerMarks(outcome, admitted),
    ...(isAgentFlow(admitted) && {
      executionId: run.id,
      agentFlowExecutedData: executedIn(run, admitted),
    }),
    isStreamValid: admitted.version.plan.canStream,
  };
}

/** What accompanies an answer: follow-up questions as text, which clients parse once, and the question to a person. */
export function answerMarks({ answer, action }: RunOutcome, admitted: Admitted) {
  const { followUpPrompts, sourceCheck } = answer ?? {};
  return {
    ...(sourceCheck && { sourceCheck }),
    ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
    ...(action && { action: isAgentFlow(admitted) ? agentFlowAction(action) : { ...action } }),
  };
}

function isAgentFlow({ flow }: Admitted): boolean {
  return flow.type === 'AGENTFLOW';
}

function executedIn(run: ActiveRun, { version }: Admitted): ExecutedNode[] {
  const executed = new ExecutedNodes(plannedPredecessors(version.plan));
  for (const { event, at } of run.entries) executed.take({ ...event, at });
  return executed.list;
}

/** What both forms of the answer say of the turn itself. */
export function turnMarks({ id, answerId, turn }: ActiveRun, { version: { plan }, visitor }: Admitted) {
  const named = (chat: string) => visitor?.nameOf(chat) ?? chat;
  return {
    question: turn.question,
    chatId: named(turn.chatId),
    chatMessageId: answerId,
    sessionId: named(turn.sessionId),
    runId: id,
    ...(plan.memoryType !== undefined && { memoryType: plan.memoryType }),
  };
}

/** Whether a run has something to return: its answer, or its question to a person. */
export function hasAnswer({ status }: RunOutcome): boolean {
  return status === 'done' || status === 'waiting';
}

/** The error for a run that ended without an answer. */
export function toFailure({ status, error }: RunOutcome): AppError {
  if (status === 'cancelled') return new AppError('RUN_CANCELLED', 'The run was stopped.');
  const code = error && Object.hasOwn(errorStatus, error.code) ? (error.code as ErrorCode) : 'NODE_FAILED';
  return new AppError(code, error?.message ?? 'The flow failed.');
}
