import type { Conversation } from './conversation.ts';
import { rawWords, readWords } from './words.ts';

const questionCount = 3;
const shapes: readonly ((topic: string) => string)[] = [
  (topic) => `What else should I know about ${topic}?`,
  (topic) => `Can you tell me more about ${topic}?`,
  (topic) => `Who can help me with ${topic}?`,
];
const general = ['What else can you help me with?', 'Can you explain that again?', 'What should I do next?'];

/** Whether the prompt asks for follow-up questions as a JSON list. */
export function isFollowUpRequest({ question }: Conversation): boolean {
  return /\bquestions?\b/i.test(question) && /\bJSON (?:list|array) of (?:three )?strings\b/i.test(question);
}

/** Questions about the latest topic of the conversation in the prompt, as JSON. */
export function followUpQuestions({ question }: Conversation): string {
  const lines = [...question.matchAll(/\b(user|assistant):\s*(.+)/gi)].slice(-2);
  // The person's words count twice.
  const said = lines.map(([, role, text]) => (role?.toLowerCase() === 'user' ? `${text}\n${text}` : text));
  const topics = topicsOf(said.join('\n'));
  const asked = topics.map((topic, index) => shapes[index]?.(topic) ?? '');
  return JSON.stringify([...asked, ...general.slice(asked.length)].slice(0, questionCount));
}

/** The most frequent words, longer ones first, by weight. */
function topicsOf(text: string): string[] {
  const counts = new Map<string, { word: string; weight: number }>();
  for (const word of rawWords(text)) {
    const root = readWords(word)[0]?.root;
    if (root === undefined || word.length < 4) continue;
    const known = counts.get(root) ?? { word, weight: 0 };
    counts.set(root, { word: known.word, weight: known.weight + 10 + word.length });
  }
  return [...counts.values()]
    .sort((left, right) => right.weight - left.weight)
    .slice(0, questionCount)
    .map(({ word }) => word);
}
