import type { RunOutcome } from '@tendril/engine/run-request';
import type { MessageRow } from '../chat-messages/public.ts';
import type { LiveRun } from './live-run.ts';
import type { RunEnd } from './runs.store.ts';

/** A run's outcome, or that the server had to abandon it. */
export type EndedRun = Omit<RunOutcome, 'status'> & { status: RunOutcome['status'] | 'interrupted' };

type Part = Pick<MessageRow, 'id' | 'role' | 'content' | 'status' | 'createdAt'> &
  Partial<
    Pick<
      MessageRow,
      | 'sourceDocuments'
      | 'usedTools'
      | 'agentReasoning'
      | 'followUpPrompts'
      | 'sourceCheck'
      | 'fileUploads'
      | 'isDemo'
      | 'action'
    >
  >;

/** The record that turns change in a write group: their messages are counted in one row of their chat. */
export const chatKey = ({ chatId, sessionId }: Pick<LiveRun['turn'], 'chatId' | 'sessionId'>) =>
  `${chatId} ${sessionId}`;

function message({ id: runId, turn }: LiveRun, part: Part): MessageRow {
  return {
    id: part.id,
    workspaceId: turn.workspaceId,
    flowId: turn.flowId,
    runId,
    role: part.role,
    content: part.content,
    sourceDocuments: part.sourceDocuments ?? null,
    usedTools: part.usedTools ?? null,
    fileUploads: part.fileUploads ?? null,
    fileAnnotations: null,
    agentReasoning: part.agentReasoning ?? null,
    artifacts: null,
    action: part.action ?? null,
    followUpPrompts: part.followUpPrompts ?? null,
    sourceCheck: part.sourceCheck ?? null,
    chatType: turn.chatType,
    chatId: turn.chatId,
    sessionId: turn.sessionId,
    memoryType: turn.memoryType,
    leadEmail: turn.leadEmail,
    status: part.status,
    isDemo: part.isDemo ?? 0,
    createdAt: part.createdAt,
  };
}

export function runRow({ id, turn, startedAt }: LiveRun, ownerId: string) {
  return {
    id,
    workspaceId: turn.workspaceId,
    flowId: turn.flowId,
    versionId: turn.versionId,
    versionNumber: turn.versionNumber,
    sessionId: turn.sessionId,
    chatId: turn.chatId,
    source: turn.source,
    status: 'running' as const,
    question: turn.question,
    startedAt,
    part: turn.part ? JSON.stringify(turn.part) : null,
    resumes: turn.resumes ?? null,
    ownerId,
    parentId: turn.parentId ?? null,
    flowType: turn.flowType,
    // What the public reads is read by every run.
    callers: turn.callers.every((token) => token === 'public') ? null : JSON.stringify(turn.callers),
  };
}

export function questionRow(run: LiveRun, id: string): MessageRow {
  const { question: content, fileUploads } = run.turn;
  return message(run, {
    id,
    role: 'userMessage',
    content,
    status: 'done',
    fileUploads,
    createdAt: run.startedAt,
  });
}

/** The answer so far, in the form that recovery after a crash expects. */
export function partialAnswerRow(run: LiveRun): MessageRow {
  const isDemo = run.turn.isDemo ? 1 : 0;
  return message(run, {
    id: run.answerId,
    role: 'apiMessage',
    content: run.text,
    status: 'partial',
    isDemo,
    createdAt: Date.now(),
  });
}

export function answerRow(run: LiveRun, outcome: EndedRun, text: string): MessageRow {
  const { sourceDocuments, usedTools, agentReasoning, followUpPrompts, sourceCheck } = outcome.answer ?? {};
  return message(run, {
    id: run.answerId,
    role: 'apiMessage',
    content: text,
    sourceDocuments: listText(sourceDocuments),
    usedTools: listText(usedTools),
    agentReasoning: listText(agentReasoning),
    followUpPrompts: listText(followUpPrompts),
    sourceCheck: sourceCheck ? JSON.stringify(sourceCheck) : null,
    // The question to a person is stored in full, whatever is decided.
    status: outcome.status === 'waiting' ? 'done' : outcome.status,
    ...(outcome.action && { action: JSON.stringify(outcome.action) }),
    isDemo: run.turn.isDemo ? 1 : 0,
    createdAt: Date.now(),
  });
}

export function endOf(outcome: EndedRun, text: string): RunEnd {
  return {
    status: outcome.status,
    answer: text,
    endedAt: Date.now(),
    ms: outcome.ms,
    inputTokens: outcome.usage.inputTokens,
    outputTokens: outcome.usage.outputTokens,
    costUsd: outcome.costUsd,
    error: outcome.error ? JSON.stringify(outcome.error) : null,
  };
}

function listText(list: readonly unknown[] | undefined): string | null {
  return list && list.length > 0 ? JSON.stringify(list) : null;
}
