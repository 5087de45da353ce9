import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { schemaProblems } from '../functions/schema-problems.ts';

const longestArguments = 50_000;

/** Parses a model's arguments; a problem is described in words that let the model correct it. */
export function readArguments(
  text: string,
  schema: Record<string, unknown>,
): { values: Record<string, unknown> } | { problem: string } {
  if (text.length > longestArguments)
    return {
      problem: `The arguments are longer than ${longestArguments} characters. Send only what is needed.`,
    };
  const values = parsed(text);
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return { problem: 'The arguments are not a JSON object. Send them as one.' };
  const { value, problems } = schemaProblems(values, schema);
  if (problems.length > 0)
    return {
      problem: `The arguments do not fit: ${problems.slice(0, 10).join('; ')}. Correct them and call again.`,
    };
  return { values: value as Record<string, unknown> };
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}
