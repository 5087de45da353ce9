import type { PostCallField, PostCallFieldType } from '@tendril/contract/voice/post-call-field';

export const mostFields = 50;

/** A field as it is before anything was typed. */
export function newField(type: PostCallFieldType): PostCallField {
  return {
    id: crypto.randomUUID(),
    type,
    name: '',
    description: '',
    choices: [],
    examples: [],
    isRequired: false,
  };
}

/** The list with an item one place up or down; the same list where there is no such place. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list];
  const to = from + by;
  const item = next[from];
  if (item === undefined || to < 0 || to >= next.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, item);
  return next;
}
