import type { LoggedEvent } from '@tendril/contract/run-event';
import { applyTraceEvent } from '../runs/apply-trace-event.ts';
import { type AnswerView, emptyAnswer } from './answer-view.ts';

type RunEnd = Extract<LoggedEvent, { type: 'run-end' }>;

/**
 * The answer after one more event; one that was taken in before, as after a re-attachment, changes nothing.
 * A `run-start` restarts the answer: that is how a run that outlived its server is replayed.
 */
export function applyRunEvent(answer: AnswerView, event: LoggedEvent): AnswerView {
  if (event.type === 'run-start' && answer.seq > 0) return applyRunEvent(emptyAnswer, event);
  if (answer.runId === event.runId && event.seq <= answer.seq) return answer;
  const trace = applyTraceEvent(answer.trace, event);
  return { ...answer, ...change(answer, event), trace, runId: event.runId, seq: event.seq };
}

function change(answer: AnswerView, event: LoggedEvent): Partial<AnswerView> {
  switch (event.type) {
    case 'run-start':
      return { isDemo: event.isDemo, versionNumber: event.versionNumber };
    // What was said before the server stopped is said again.
    case 'run-resume':
      return { text: '' };
    case 'text-delta':
      return { text: answer.text + event.text };
    // The whole text: it stands for pieces that a replay no longer has.
    case 'text':
      return { text: event.text };
    case 'source-documents':
      return { sources: event.documents };
    case 'used-tools':
      return { usedTools: event.tools };
    case 'agent-reasoning':
      return { agentSteps: [...answer.agentSteps.slice(0, event.at), ...event.reasoning] };
    case 'next-agent':
      return { nextAgent: event.name };
    case 'source-check':
      return { sourceCheck: event.check };
    case 'run-end':
      return endOf(answer, event);
    case 'node-wait':
      return { action: event.action };
    case 'node-start':
    case 'node-end':
    case 'node-error':
    case 'node-retry':
    case 'node-skip':
    case 'step-start':
    case 'step-end':
      return {};
    default:
      // An event that a newer server knows and this page does not.
      event satisfies never;
      return {};
  }
}

function endOf(view: AnswerView, end: RunEnd): Partial<AnswerView> {
  const { status, ms, answer, error, usage, costUsd, chatMessageId } = end;
  return {
    status,
    ms,
    text: answer?.text || (answer?.json === undefined ? view.text : toJsonBlock(answer.json)),
    ...(answer?.sourceDocuments && { sources: answer.sourceDocuments }),
    ...(answer?.usedTools && { usedTools: answer.usedTools }),
    ...(answer?.agentReasoning && { agentSteps: answer.agentReasoning }),
    ...(status === 'failed' && error && { error: error.message }),
    ...(chatMessageId && { messageId: chatMessageId }),
    ...(answer?.sourceCheck && { sourceCheck: answer.sourceCheck }),
    ...(answer?.followUpPrompts && { followUps: answer.followUpPrompts }),
    ...(usage && { usage }),
    ...(costUsd !== undefined && { costUsd }),
  };
}

function toJsonBlock(json: unknown): string {
  return `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``;
}
