import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import type { RunSummary } from '@tendril/contract/api/runs';
import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import type { ChatEntry } from './chat-state.ts';
import { readAction } from './read-action.ts';
import { readFollowUps } from './read-follow-ups.ts';
import { readList } from './read-list.ts';
import type { SentFile } from './sent-file.ts';

/** Stored messages, oldest first, as lines of the conversation; `runs` adds time and cost where they are known. */
export function toEntries(messages: readonly ChatMessage[], runs: readonly RunSummary[] = []): ChatEntry[] {
  const runById = new Map(runs.map((run) => [run.id, run]));
  const last = messages.at(-1);
  return messages.map((message) => {
    if (message.role === 'userMessage') {
      return toQuestion(message);
    }
    const view = toView(message, runById.get(message.runId ?? ''));
    return {
      kind: 'answer',
      id: message.id,
      view: message === last ? { ...view, ...openParts(message) } : view,
    };
  });
}

function toQuestion({ id, content: text, runId, fileUploads }: ChatMessage): ChatEntry {
  const files = readList<Partial<SentFile>>(fileUploads).map(({ name = '', mime = '' }) => ({ name, mime }));
  return { kind: 'question', id, text, ...(runId && { runId }), ...(files.length > 0 && { files }) };
}

// Of older answers it is too late to decide, and their proposals have been passed over.
function openParts({ action, followUpPrompts }: ChatMessage): Partial<AnswerView> {
  const asked = readAction(action);
  if (asked) return { action: asked, status: 'waiting' };
  const followUps = readFollowUps(followUpPrompts);
  return followUps.length > 0 ? { followUps } : {};
}

function toView(message: ChatMessage, run: RunSummary | undefined): AnswerView {
  const { id: messageId, content, runId, isDemo, error, feedback, sourceCheck } = message;
  return {
    ...emptyAnswer,
    text: content,
    status: message.status === 'complete' ? 'done' : message.status,
    sources: readList<SourceDocument>(message.sourceDocuments),
    usedTools: readList<UsedTool>(message.usedTools),
    agentSteps: readList<AgentReasoning>(message.agentReasoning),
    isDemo,
    messageId,
    ...(feedback && { rating: { rating: feedback.rating, content: feedback.content ?? '' } }),
    ...(sourceCheck && { sourceCheck }),
    ...(runId && { runId }),
    ...(error !== null && message.status === 'failed' && { error }),
    ...(run && runFigures(run)),
  };
}

function runFigures({ ms, costUsd, inputTokens, outputTokens, versionNumber }: RunSummary) {
  return { versionNumber, costUsd, usage: { inputTokens, outputTokens }, ...(ms !== null && { ms }) };
}
