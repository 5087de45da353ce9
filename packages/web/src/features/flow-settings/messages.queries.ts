import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type ChatMessage,
  type ChatSession,
  listChatMessages,
  listChatSessions,
  readFlowStats,
} from '@tendril/contract/api/chat-messages';
import { call } from '../../kit/api/call.ts';
import { isAskable, type MessageFilter, toQuery } from './message-filter.ts';

const sessionsPerPage = 30;
const messagesPerPage = 100;

const searchOf = ({ search }: MessageFilter) => (search.trim() === '' ? {} : { search: search.trim() });

/** Conversations that fit a filter, the latest first. */
export function sessionsQuery(flowId: string, filter: MessageFilter) {
  return infiniteQueryOptions({
    queryKey: ['messages', flowId, 'sessions', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listChatSessions, {
        params: { id: flowId },
        query: { ...toQuery(filter), ...searchOf(filter), page: pageParam, limit: sessionsPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : null),
    placeholderData: keepPreviousData,
    enabled: isAskable(filter),
    staleTime: 0,
  });
}

/** Counts of the messages that fit a filter; the search does not narrow them. */
export function statsQuery(flowId: string, filter: MessageFilter) {
  const query = toQuery(filter);
  return queryOptions({
    queryKey: ['messages', flowId, 'stats', query],
    queryFn: ({ signal }) => call(readFlowStats, { params: { id: flowId }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: isAskable(filter),
    staleTime: 0,
  });
}

/** The messages of one conversation, a page at a time from its end. */
export function transcriptQuery(
  flowId: string,
  { chatId, chatType }: Pick<ChatSession, 'chatId' | 'chatType'>,
) {
  return infiniteQueryOptions({
    queryKey: ['messages', flowId, 'transcript', chatId, chatType],
    queryFn: ({ signal, pageParam }) =>
      call(listChatMessages, {
        params: { id: flowId },
        query: {
          chatId,
          chatType: chatType === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL',
          feedback: 'true',
          order: 'DESC',
          page: pageParam,
          limit: messagesPerPage,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last: ChatMessage[], all) => (last.length === messagesPerPage ? all.length + 1 : null),
    staleTime: 0,
  });
}
