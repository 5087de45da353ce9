const maxReferences = 30;

export type Node = Readonly<Record<string, unknown>>;

/** An OpenAPI description that resolves local references only. */
export interface OpenApiDocument {
  readonly root: Node;
  /** The object itself, or the target of its local `$ref`; undefined for any other reference. */
  resolve(value: unknown): Node | undefined;
}

export function openApiDocument(root: Node): OpenApiDocument {
  return {
    root,
    resolve(value) {
      let current = asNode(value);
      for (let steps = 0; current && typeof current['$ref'] === 'string'; steps += 1) {
        if (steps >= maxReferences) return undefined;
        current = follow(root, current['$ref']);
      }
      return current;
    },
  };
}

/** A value as an object, to be read by its own keys. */
export function asNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a list that are objects, mapped by `read`. */
export function asNodes(
  value: unknown,
  most: number,
  read: (one: unknown) => Node | undefined = asNode,
): Node[] {
  const nodes = asList(value).slice(0, most).map(read);
  return nodes.filter((node) => node !== undefined);
}

/** A text truncated to a maximum length; '' for anything else. */
export function asText(value: unknown, most: number): string {
  return typeof value === 'string' ? value.trim().slice(0, most) : '';
}

function follow(root: Node, reference: string): Node | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Node)[key];
  }
  return asNode(current);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
