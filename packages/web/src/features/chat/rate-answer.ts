import { createFeedback } from '@tendril/contract/api/feedback';
import type { Dispatch } from 'react';
import { call } from '../../kit/api/call.ts';
import type { AnswerRating } from './answer-view.ts';
import type { ChatAction, ChatEntry } from './chat-state.ts';

interface Rating {
  entryId: string;
  rating: AnswerRating;
  apply: Dispatch<ChatAction>;
}

/** Stores what somebody thinks of an answer; it shows at once, and what was there before comes back on a refusal. */
export async function rateAnswer(
  flowId: string,
  chatId: string,
  entries: readonly ChatEntry[],
  { entryId, rating, apply }: Rating,
): Promise<void> {
  const entry = entries.find(({ id }) => id === entryId);
  if (entry?.kind !== 'answer' || !entry.view.messageId) return;
  const { messageId, rating: before } = entry.view;
  apply({ type: 'rated', id: entryId, rating });
  const content = rating.content.trim();
  try {
    await call(createFeedback, {
      params: { id: flowId },
      body: { chatId, messageId, rating: rating.rating, ...(content !== '' && { content }) },
    });
  } catch (thrown) {
    apply({ type: 'rated', id: entryId, rating: before });
    throw thrown;
  }
}
