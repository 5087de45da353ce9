import {
  type ChatMessage,
  type ChatSession,
  listChatMessages,
  listChatSessions,
} from '@tendril/contract/api/chat-messages';
import { call } from '../../kit/api/call.ts';
import { type MessageFilter, toQuery } from './message-filter.ts';

const sessionsPerPage = 100;
const messagesPerPage = 500;

/** All conversations that fit a filter, its search included. */
export async function collectSessions(flowId: string, filter: MessageFilter): Promise<ChatSession[]> {
  const search = filter.search.trim();
  const query = { ...toQuery(filter), ...(search !== '' && { search }), limit: sessionsPerPage };
  const sessions: ChatSession[] = [];
  for (let page = 1; ; page += 1) {
    const { data, hasMore } = await call(listChatSessions, {
      params: { id: flowId },
      query: { ...query, page },
    });
    sessions.push(...data);
    if (!hasMore) return sessions;
  }
}

/** All messages that fit a filter, oldest first. */
async function collectAll(flowId: string, filter: MessageFilter): Promise<ChatMessage[]> {
  const query = { ...toQuery(filter), feedback: 'true', order: 'ASC', limit: messagesPerPage } as const;
  const messages: ChatMessage[] = [];
  for (let page = 1; ; page += 1) {
    const found = await call(listChatMessages, { params: { id: flowId }, query: { ...query, page } });
    messages.push(...found);
    if (found.length < messagesPerPage) return messages;
  }
}

/** One conversation as it is exported. */
interface ExportedSession {
  chatId: string;
  sessionId: string;
  source: 'UI' | 'API/Embed';
  memoryType: string | null;
  leadEmail?: string;
  messages: {
    role: ChatMessage['role'];
    content: string;
    time: string;
    sourceDocuments?: unknown;
    usedTools?: unknown;
    agentReasoning?: unknown;
    fileUploads?: unknown;
    artifacts?: unknown;
    feedback?: ChatMessage['feedback'];
    error?: string;
  }[];
}

/** Messages by conversation, in the order of their first message. */
export function toExport(messages: readonly ChatMessage[]): ExportedSession[] {
  const sessions = new Map<string, ExportedSession>();
  for (const message of messages) {
    const { chatId, sessionId, chatType, memoryType } = message;
    const key = `${chatType} ${chatId}`;
    const session = sessions.get(key) ?? {
      chatId,
      sessionId,
      source: chatType === 'INTERNAL' ? ('UI' as const) : ('API/Embed' as const),
      memoryType,
      messages: [],
    };
    if (message.leadEmail) session.leadEmail = message.leadEmail;
    session.messages.push(toExportedMessage(message));
    sessions.set(key, session);
  }
  return [...sessions.values()];
}

function toExportedMessage(message: ChatMessage): ExportedSession['messages'][number] {
  const { role, content, createdDate: time, error } = message;
  const { sourceDocuments, usedTools, agentReasoning, fileUploads, artifacts, feedback } = message;
  const extra = { sourceDocuments, usedTools, agentReasoning, fileUploads, artifacts, feedback };
  const given = Object.entries(extra).filter(([, value]) => value !== undefined);
  return { role, content, time, ...Object.fromEntries(given), ...(error !== null && { error }) };
}

/** What the export button writes: exactly what the filter shows. */
export async function collectExport(flowId: string, filter: MessageFilter): Promise<ExportedSession[]> {
  const messages = await collectAll(flowId, filter);
  if (filter.search.trim() === '') return toExport(messages);
  const sessions = await collectSessions(flowId, filter);
  const found = new Set(sessions.map(({ chatType, chatId }) => `${chatType} ${chatId}`));
  return toExport(messages.filter(({ chatType, chatId }) => found.has(`${chatType} ${chatId}`)));
}
