import { type RunSummary, runSource } from '@tendril/contract/api/runs';
import type { RunPart } from '@tendril/contract/run-event';
import type { RunTable } from '../../../platform/db/schema.ts';

function toSource(source: string): RunSummary['source'] {
  return runSource.safeParse(source).data ?? 'api';
}

/** A run as lists and traces show it. */
export function toRunSummary(row: RunTable): RunSummary {
  return {
    id: row.id,
    flowId: row.flowId,
    versionNumber: row.versionNumber ?? 0,
    sessionId: row.sessionId,
    chatId: row.chatId,
    source: toSource(row.source),
    status: row.status,
    question: row.question,
    answer: row.answer ?? '',
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    ms: row.ms,
    inputTokens: row.inputTokens ?? 0,
    outputTokens: row.outputTokens ?? 0,
    costUsd: row.costUsd ?? 0,
    error: row.error ? (JSON.parse(row.error) as { message: string }).message : null,
    part: row.part ? (JSON.parse(row.part) as RunPart) : null,
    resumes: row.resumes,
    parentId: row.parentId,
  };
}
