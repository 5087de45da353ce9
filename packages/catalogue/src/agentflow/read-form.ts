/** A field of a start form. */
export interface FormField {
  type?: string;
  label?: string;
  name?: string;
}

type Values = Readonly<Record<string, unknown>>;

function readValue(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (type === 'boolean') return value === 'true' || value === 'on';
  return value;
}

/** What somebody entered, each value of its field's type; a field that was left out is empty. */
export function readForm(given: Values, fields: readonly FormField[]): Values {
  const types = new Map(fields.flatMap(({ name, type }) => (name ? [[name, type] as const] : [])));
  const empty = Object.fromEntries([...types.keys()].map((name) => [name, '']));
  return Object.fromEntries(
    Object.entries({ ...empty, ...given }).map(([name, value]) => [name, readValue(value, types.get(name))]),
  );
}

/** A form as the question that a model reads. */
export function formLines(form: Values): string {
  return Object.entries(form)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('\n');
}
