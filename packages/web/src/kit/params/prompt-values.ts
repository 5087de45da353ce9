import { promptVariables } from '@tendril/contract/flow/prompt-variables';

/** Keys of a "Format Prompt Values" field: the single-brace places of all texts beside it. */
export function promptKeys(values: Readonly<Record<string, unknown>>, ownName: string): string[] {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    name !== ownName && typeof value === 'string' && !value.startsWith('{{') ? value : [],
  );
  return [...new Set(texts.flatMap(promptVariables))];
}

/** The values of the field by key; undefined where its text is no JSON object. */
export function readPromptValues(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value === 'object') return Array.isArray(value) ? undefined : { ...value };
  try {
    const parsed: unknown = JSON.parse(String(value));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The field's text with one key set; an emptied key goes. */
export function withPromptValue(
  values: Readonly<Record<string, unknown>>,
  key: string,
  text: string,
): string {
  const { [key]: _before, ...others } = values;
  const next = text === '' ? others : { ...values, [key]: text };
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2);
}
