const braced = /\{\{\s*([^{}\s.]+)([^{}]*)\}\}/g;
const dollared = /\$(\w+)/g;

/** The new id of every node that is copied. */
export type NewIds = ReadonlyMap<string, string>;

/**
 * A text with its references to copied nodes leading to the copies: `{{id.data.instance}}`, with a path behind or
 * not, and `$id` as conditions write it. A reference to the output of a node that is not copied is taken out: in
 * another flow that id may be any node.
 */
function copiedText(text: string, ids: NewIds): string {
  if (!text.includes('{{') && !text.includes('$')) return ids.get(text) ?? text;
  return text
    .replace(braced, (whole, id: string, tail: string) => {
      const copy = ids.get(id);
      if (copy !== undefined) return `{{${copy}${tail}}}`;
      return tail.startsWith('.data.instance') ? '' : whole;
    })
    .replace(dollared, (whole, id: string) => {
      const copy = ids.get(id);
      return copy === undefined ? whole : `$${copy}`;
    });
}

/** A value with its references to copied nodes leading to the copies, at whatever depth. */
export function copiedValue(value: unknown, ids: NewIds): unknown {
  if (typeof value === 'string') return copiedText(value, ids);
  if (Array.isArray(value)) return value.map((item) => copiedValue(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copiedValue(held, ids)]));
}

/** The value of an anchor: what fed it is copied too, or its place is free; of a list only the copied ones stay. */
export function copiedConnection(value: unknown, ids: NewIds): unknown {
  if (!Array.isArray(value)) return copiedValue(value, ids);
  const left = value.map((item) => copiedValue(item, ids)).filter((item) => item !== '');
  return left.length > 0 ? left : '';
}
