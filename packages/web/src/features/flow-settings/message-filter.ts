import type { listChatSessions } from '@tendril/contract/api/chat-messages';
import type { SentQuery } from '@tendril/contract/api/endpoint';
import { dayBounds, isWrongOrder } from './day-bounds.ts';

/** What the messages viewer narrows by. */
export interface MessageFilter {
  /** Days: `2026-01-31`, or empty. */
  from: string;
  to: string;
  chatType: '' | 'INTERNAL' | 'EXTERNAL';
  feedbackType: '' | 'THUMBS_UP' | 'THUMBS_DOWN';
  search: string;
}

export const openFilter: MessageFilter = { from: '', to: '', chatType: '', feedbackType: '', search: '' };

type Narrowed = Pick<
  SentQuery<typeof listChatSessions>,
  'startDate' | 'endDate' | 'chatType' | 'feedbackType'
>;

/** The filter as the routes take it, without the search. */
export function toQuery({ from, to, chatType, feedbackType }: MessageFilter): Narrowed {
  return {
    ...dayBounds(from, to),
    ...(chatType !== '' && { chatType }),
    ...(feedbackType !== '' && { feedbackType }),
  };
}

export function isOpenFilter(filter: MessageFilter): boolean {
  return Object.values(filter).every((value) => value === '');
}

/** Whether the filter can be asked at all. */
export function isAskable({ from, to }: MessageFilter): boolean {
  return !isWrongOrder(from, to);
}
