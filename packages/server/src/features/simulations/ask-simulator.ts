import type { ChatModel } from '@tendril/contract/provider/chat-model';

export interface AskedWords {
  system: string;
  messages: readonly { role: 'user' | 'assistant'; text: string }[];
  temperature?: number;
  signal: AbortSignal;
}

/** One answer of a model as text: the words of a simulated caller, or a verdict. */
export async function askSimulator(model: ChatModel, { system, messages, temperature, signal }: AskedWords) {
  const language = await model.language();
  const { content } = await language.doGenerate({
    prompt: [
      { role: 'system', content: system },
      ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
    ],
    ...(temperature !== undefined && { temperature }),
    abortSignal: signal,
  });
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** The first JSON value in a model's words; undefined when there is none. */
export function jsonIn(words: string): unknown {
  const start = words.search(/[[{]/);
  if (start < 0) return undefined;
  const end = Math.max(words.lastIndexOf(']'), words.lastIndexOf('}'));
  try {
    return JSON.parse(words.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
