/** A JSON schema, as far as requests of models have them. */
export interface Shape {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** A value of a shape: the last choice of several, because what ends a loop is mostly named last. */
export function sampleOf(shape: Shape, choose = (choices: unknown[]): unknown => choices.at(-1)): unknown {
  const { type, enum: choices, properties = {}, items, anyOf } = shape;
  const inner = (one: Shape) => sampleOf(one, choose);
  if (choices) return choose(choices);
  if (anyOf?.[0]) return inner(anyOf[0]);
  const kind = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [
        name,
        name === 'url' ? 'https://tea.example/' : inner(one),
      ]),
    );
  if (kind === 'array') return items ? [inner(items)] : [];
  if (kind === 'number' || kind === 'integer') return 1;
  return kind === 'boolean' ? true : 'tea';
}
