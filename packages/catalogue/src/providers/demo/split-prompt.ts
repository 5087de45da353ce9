import type { Conversation } from './conversation.ts';
import { askedIn } from './passages.ts';
import { sentencesOf } from './words.ts';

/** A prompt in one piece, split into context and question; others stay as they are. */
export function splitPrompt(conversation: Conversation): Conversation {
  const { system, question } = conversation;
  if (system !== '' && system !== question) return conversation;
  const marked = askedIn(question);
  if (marked && marked !== question) {
    const emitted = question
      .slice(0, question.lastIndexOf(marked))
      .replace(/[^\n]*$/, '')
      .trim();
    return emitted ? { ...conversation, system: emitted, question: marked } : conversation;
  }
  const sentences = sentencesOf(question);
  const last = sentences.at(-1) ?? '';
  if (sentences.length < 2 || !last.endsWith('?')) return conversation;
  const emitted = question.slice(0, question.lastIndexOf(last)).trim();
  return { ...conversation, system: emitted, question: last };
}
