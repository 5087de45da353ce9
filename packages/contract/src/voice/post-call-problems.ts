import type { PostCallField } from './post-call-field.ts';

/** Why a field is not extracted from calls yet. */
export type PostCallProblem = 'NAME_MISSING' | 'NAME_TAKEN' | 'CHOICES_MISSING';

const sameName = (name: string) => name.trim().toLowerCase();

/** Valid choices: none empty, none twice. */
function usableChoices(choices: readonly string[]): string[] {
  return [...new Set(choices.map((choice) => choice.trim()).filter(Boolean))];
}

/**
 * What is missing or wrong in each field, by its id: a field with problems is saved as it is and marked. Of several
 * with the same name the first is used.
 */
export function postCallProblems(fields: readonly PostCallField[]): Map<string, PostCallProblem[]> {
  const names = new Set<string>();
  const problems = new Map<string, PostCallProblem[]>();
  for (const field of fields) {
    const found: PostCallProblem[] = [];
    const name = sameName(field.name);
    if (name === '') found.push('NAME_MISSING');
    else if (names.has(name)) found.push('NAME_TAKEN');
    names.add(name);
    if (field.type === 'enum' && usableChoices(field.choices).length === 0) found.push('CHOICES_MISSING');
    if (found.length > 0) problems.set(field.id, found);
  }
  return problems;
}

/** The fields that are extracted from calls. */
export function usablePostCallFields(fields: readonly PostCallField[]): PostCallField[] {
  const problems = postCallProblems(fields);
  return fields
    .filter(({ id }) => !problems.has(id))
    .map((field) => ({ ...field, name: field.name.trim(), choices: usableChoices(field.choices) }));
}
