import type { MemoryTurn } from '@tendril/contract/provider/memory';
import { readJson } from '../text/read-json.ts';
import { asRecord } from '../tools/as-record.ts';

/** A message in the form in which other tools keep theirs: `{ type: 'human', data: { content } }`. */
export function toStoredMessage({ role, content }: MemoryTurn): { type: string; data: { content: string } } {
  return { type: role === 'user' ? 'human' : role === 'assistant' ? 'ai' : 'system', data: { content } };
}

/** A kept message; undefined for what is none. */
export function fromStoredMessage(stored: unknown): MemoryTurn | undefined {
  const { type, data } = asRecord(typeof stored === 'string' ? readJson(stored) : stored);
  const { content } = asRecord(data);
  if (typeof content !== 'string') return undefined;
  return { role: type === 'human' ? 'user' : type === 'ai' ? 'assistant' : 'system', content };
}
