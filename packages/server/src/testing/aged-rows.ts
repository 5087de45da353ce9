import type { Insertable } from 'kysely';
import type { ChatMessageTable, EventTable, RunTable } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { CallTable } from '../platform/db/voice-tables.ts';
import { endedCallRow } from './stored-calls.ts';

const dayMs = 86_400_000;

/** The time so many days ago. */
export function aged(days: number): number {
  return Date.now() - days * dayMs;
}

/** A run as it is stored; its session and chat have the same name. */
export function storedRun(
  { workspaceId }: Scope,
  flowId: string,
  id: string,
  at: number,
  status: RunTable['status'] = 'done',
): RunTable {
  const none = {
    ...{ versionId: null, versionNumber: 1, answer: 'A', ms: 1, inputTokens: null, outputTokens: null },
    ...{ costUsd: null, error: null, part: null, resumes: null, ownerId: null, parentId: null },
    callers: null,
  };
  const session = { sessionId: `chat-${id}`, chatId: `chat-${id}`, source: 'api', question: 'Q' };
  return {
    ...{ id, workspaceId, flowId, ...session, ...none, status },
    ...{ startedAt: at, endedAt: at, flowType: 'CHATFLOW', isPublic: null },
  };
}

/** The answer that a run has written. */
export function storedMessage(run: RunTable, changes: Partial<Insertable<ChatMessageTable>> = {}) {
  const none = {
    ...{ sourceDocuments: null, usedTools: null, fileUploads: null, fileAnnotations: null },
    ...{
      agentReasoning: null,
      artifacts: null,
      action: null,
      followUpPrompts: null,
      sourceCheck: null,
      memoryType: null,
    },
  };
  const { id, workspaceId, flowId, chatId, sessionId, startedAt } = run;
  return {
    ...none,
    ...{ id: `m-${id}`, workspaceId, flowId, runId: id, chatId, sessionId, createdAt: startedAt },
    ...{ role: 'apiMessage' as const, content: 'A', chatType: 'EXTERNAL', leadEmail: null },
    status: 'done' as const,
    ...changes,
  };
}

/** An event of a run. */
export function storedEvent({ id, workspaceId, sessionId, startedAt }: RunTable, seq: number): EventTable {
  const rest = { kind: 'step-start', nodeId: null, flowVersion: 1, payload: '{"type":"step-start"}' };
  return { runId: id, seq, workspaceId, sessionId, at: startedAt, ...rest };
}

/** A call that ended. */
export function storedCall(
  scope: Scope,
  id: string,
  createdAt: number,
  changes: Partial<CallTable> = {},
): CallTable {
  return { ...endedCallRow(scope, []), id, createdAt, ...changes };
}
