import type { Conversation } from './conversation.ts';
import { contentWords, rawWords } from './words.ts';

const followUp =
  /(?:follow[- ]?up(?: input| question)?|latest question|question|input)\s*:\s*([^\n]+)\s*(?:\n|$)/gi;
const pointers = /\b(?:it|its|that|this|they|them|their|those|these|one|ones|he|she|him|her|there|then)\b/i;

/** Whether the prompt asks to rephrase a follow-up as a standalone question. */
export function isRephraseRequest({ system, question }: Conversation): boolean {
  const text = `${system}\n${question}`;
  return /standalone question|stand-alone question|rephrase the follow|reformulate|<follow-up>/i.test(text);
}

function followUpOf({ system, question }: Conversation): string {
  const element = /<follow-up>\s*([\s\S]*?)\s*<\/follow-up>/i.exec(question)?.[1];
  if (element) return element;
  const marked = [...question.matchAll(followUp)].map((match) => match[1]?.trim() ?? '').filter(Boolean);
  const inSystem = [...system.matchAll(followUp)].map((match) => match[1]?.trim() ?? '').filter(Boolean);
  return marked.at(-1) ?? inSystem.at(-1) ?? question.trim();
}

/** Earlier questions, from the history in the prompt's text or from its turns. */
function earlierQuestions({ system, question, turns }: Conversation): string[] {
  const written = [...`${system}\n${question}`.matchAll(/^[^\S\n]*(?:human|user)\s*:\s*(.+)$/gim)].map(
    (match) => match[1] ?? '',
  );
  const spoken = turns.slice(0, -1).flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
  return [...written, ...spoken];
}

/** A question that refers back ("and how much is it?") gets the topic of the question before it; others stay. */
export function rephrase(conversation: Conversation): string {
  const question = followUpOf(conversation);
  const before = earlierQuestions(conversation).filter((earlier) => earlier.trim() !== question);
  const previous = before.at(-1);
  if (!previous) return question;
  const own = contentWords(question);
  const isOpen =
    pointers.test(question) ||
    own.length < 2 ||
    /^(?:and|what about|how about|also|but|or)\b/i.test(question);
  if (!isOpen) return question;
  const known = new Set(own);
  const topic = rawWords(previous).filter((word) => {
    const root = contentWords(word)[0];
    return root !== undefined && !known.has(root);
  });
  if (topic.length === 0) return question;
  return `${question.replace(/(?<![?.!\s])[?.!\s]+$/, '')} (about ${topic.slice(0, 6).join(' ')})?`;
}
