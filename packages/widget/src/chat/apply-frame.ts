import type { AgentReasoning, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Frame } from '../api/read-frames.ts';
import type { AnswerEntry, Decision } from './chat-entry.ts';
import { plainList, plainRecord, plainText } from './plain-record.ts';
import { readCheck } from './read-check.ts';
import { readFollowUps } from './read-follow-ups.ts';

/** The answer after one more frame; an unknown frame changes nothing. */
export function applyFrame(answer: AnswerEntry, { event, data }: Frame): AnswerEntry {
  switch (event) {
    case 'token':
      return { ...answer, text: answer.text + String(data ?? '') };
    case 'sourceDocuments':
      return { ...answer, sources: toSources(data) };
    case 'usedTools':
      return { ...answer, tools: toTools(data) };
    case 'agentReasoning':
      return { ...answer, steps: toSteps(data) };
    case 'sourceCheck':
      return withCheck(answer, data);
    case 'nextAgent':
      return { ...answer, agent: plainText(data) };
    case 'action':
      return withDecision(answer, data);
    case 'metadata':
      return withMarks(answer, data);
    case 'error':
      return { ...answer, status: 'failed', error: plainText(data) };
    case 'abort':
      return { ...answer, status: 'stopped' };
    case 'end':
      return answer.status === 'running' ? { ...answer, status: 'done' } : answer;
    case 'whole':
      return withWhole(answer, data);
    default:
      return answer;
  }
}

/** The transcript of a spoken question, once the server has it. */
export function heardQuestion({ event, data }: Frame): string {
  return event === 'metadata' || event === 'whole' ? plainText(plainRecord(data)['question']) : '';
}

const toSources = (data: unknown) => plainList(data) as unknown as SourceDocument[];
const toTools = (data: unknown) =>
  (plainList(data) as unknown as UsedTool[]).filter(({ tool }) => typeof tool === 'string');
const toSteps = (data: unknown) =>
  (plainList(data) as unknown as AgentReasoning[]).filter(({ agentName }) => typeof agentName === 'string');

function withMarks(answer: AnswerEntry, data: unknown): AnswerEntry {
  const { chatMessageId, followUpPrompts } = plainRecord(data);
  const messageId = plainText(chatMessageId);
  return { ...answer, ...(messageId && { messageId }), followUps: readFollowUps(followUpPrompts) };
}

function withCheck(answer: AnswerEntry, data: unknown): AnswerEntry {
  const check = readCheck(data);
  return check ? { ...answer, check } : answer;
}

/** The answer of a flow that does not stream. */
function withWhole(answer: AnswerEntry, data: unknown): AnswerEntry {
  const { text, json, sourceDocuments, usedTools, agentReasoning, action, sourceCheck } = plainRecord(data);
  const words =
    json === undefined ? String(text ?? '') : `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``;
  const whole = {
    ...withCheck(withMarks(answer, data), sourceCheck),
    status: 'done' as const,
    text: words,
    sources: toSources(sourceDocuments),
    tools: toTools(usedTools),
    steps: toSteps(agentReasoning),
  };
  return action === undefined ? whole : withDecision(whole, action);
}

function withDecision(answer: AnswerEntry, data: unknown): AnswerEntry {
  const action = plainRecord(data);
  const { approve, reject } = plainRecord(action['mapping']);
  const labels = plainList(action['elements']);
  const labelOf = (type: string) => plainText(labels.find((element) => element['type'] === type)?.['label']);
  const decision: Decision = {
    id: plainText(action['id']),
    text: plainText(plainRecord(action['data'])['input']),
    approve: labelOf('approve-button'),
    reject: labelOf('reject-button'),
    mapping: { approve, reject },
  };
  return { ...answer, status: 'waiting', decision };
}
