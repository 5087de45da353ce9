import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import type { RunSummary } from '@tendril/contract/api/runs';
import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import type { ChatEntry } from './chat-state.ts';
import { readList } from './read-list.ts';

/** Stored messages, oldest first, as lines of the conversation; `runs` adds time and cost where they are known. */
export function toEntries(messages: readonly ChatMessage[], runs: readonly RunSummary[] = []): ChatEntry[] {
  const runById = new Map(runs.map((run) => [run.id, run]));
  return messages.map((message) => {
    if (message.role === 'userMessage') {
      const { id, content: text, runId } = message;
      return { kind: 'question', id, text, ...(runId && { runId }) };
    }
    return { kind: 'answer', id: message.id, view: toView(message, runById.get(message.runId ?? '')) };
  });
}

function toView(message: ChatMessage, run: RunSummary | undefined): AnswerView {
  const { content, runId, isDemo, error } = message;
  return {
    ...emptyAnswer,
    text: content,
    status: message.status === 'complete' ? 'done' : message.status,
    sources: readList<SourceDocument>(message.sourceDocuments),
    usedTools: readList<UsedTool>(message.usedTools),
    agentSteps: readList<AgentReasoning>(message.agentReasoning),
    isDemo,
    ...(runId && { runId }),
    ...(error !== null && message.status === 'failed' && { error }),
    ...(run && runFigures(run)),
  };
}

function runFigures({ ms, costUsd, inputTokens, outputTokens, versionNumber }: RunSummary) {
  return { versionNumber, costUsd, usage: { inputTokens, outputTokens }, ...(ms !== null && { ms }) };
}
