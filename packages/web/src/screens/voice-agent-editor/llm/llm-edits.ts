import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';

/** Fields of the LLM record that save themselves while they are edited. */
const editedFields = [
  'model',
  'temperature',
  'credentialId',
  'generalPrompt',
  'beginMode',
  'beginMessage',
  'knowledgeTopK',
  'speechModel',
  'fallbackModels',
] as const satisfies readonly (keyof VoiceLlm)[];
export type EditedField = (typeof editedFields)[number];

/** What was changed here and is not saved yet. */
export type LlmEdits = Partial<Pick<VoiceLlm, EditedField>>;

export function fieldsOf(edits: LlmEdits): EditedField[] {
  return editedFields.filter((field) => edits[field] !== undefined);
}

/** The edits without those that say what the record says. */
export function withoutSame(edits: LlmEdits, record: VoiceLlm): LlmEdits {
  return pick(edits, (field) => !isSame(edits[field], record[field]));
}

/** The edits of the fields that `isWanted` names. */
export function pick(edits: LlmEdits, isWanted: (field: EditedField) => boolean): LlmEdits {
  return Object.fromEntries(
    fieldsOf(edits)
      .filter(isWanted)
      .map((field) => [field, edits[field]]),
  );
}

/**
 * Puts edits that were made on `base` onto a newer record. A field that both sides changed differently is a clash:
 * it stays among the edits until a person chose.
 */
export function rebaseEdits(
  base: Pick<VoiceLlm, EditedField>,
  edits: LlmEdits,
  theirs: VoiceLlm,
): { edits: LlmEdits; clashes: EditedField[] } {
  const left = withoutSame(edits, theirs);
  return { edits: left, clashes: fieldsOf(left).filter((field) => !isSame(base[field], theirs[field])) };
}

/** Lists are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
