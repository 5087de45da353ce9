import type { PostCallField } from '@tendril/contract/voice/post-call-field';

/** A field to be extracted from calls, with whatever a test sets. */
export function sampleField(
  type: PostCallField['type'],
  name: string,
  more: Partial<PostCallField> = {},
): PostCallField {
  return { id: name, type, name, description: '', choices: [], examples: [], isRequired: false, ...more };
}
