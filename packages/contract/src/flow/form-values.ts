/** A field of the form that starts an agent flow. */
export interface FormField {
  name: string;
  label: string;
  type: 'string' | 'number' | 'boolean' | 'options';
  /** The choices of an `options` field. */
  options: string[];
}

export type FormValue = string | number | boolean;

/** Why a value is refused. */
export type FormProblem = 'number' | 'choice' | 'text' | 'long' | 'unknown';

interface CheckedForm {
  /** By name, in the fields' types; every field has one. */
  values: Record<string, FormValue>;
  problems: Record<string, FormProblem>;
}

const maxLength = 100_000;

/**
 * Brings the values of a form into the types of its fields. Text and a tick may be left out; a number and a choice may
 * not, because neither has an empty value that a flow could work with.
 */
export function checkFormValues(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): CheckedForm {
  const values: Record<string, FormValue> = {};
  const problems: Record<string, FormProblem> = {};
  for (const field of fields) {
    const found = readValue(field, Object.hasOwn(given, field.name) ? given[field.name] : undefined);
    if ('problem' in found) problems[field.name] = found.problem;
    else values[field.name] = found.value;
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!known.has(name)) problems[name] = 'unknown';
  return { values, problems };
}

type Read = { value: FormValue } | { problem: FormProblem };

function readValue({ type, options }: FormField, given: unknown): Read {
  switch (type) {
    case 'string':
      if (given === undefined) return { value: '' };
      if (typeof given !== 'string') return { problem: 'text' };
      return given.length > maxLength ? { problem: 'long' } : { value: given };
    case 'boolean':
      return { value: given === true || given === 'true' };
    case 'options':
      return typeof given === 'string' && options.includes(given) ? { value: given } : { problem: 'choice' };
    case 'number': {
      const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
      return typeof number === 'number' && Number.isFinite(number)
        ? { value: number }
        : { problem: 'number' };
    }
  }
}
