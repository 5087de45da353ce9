/** `{nodeId}-input-{name}-{type}`, the type verbatim. */
export function inputId(nodeId: string, name: string, type: string): string {
  return `${nodeId}-input-${name}-${type}`;
}

/** `{nodeId}-output-{name}-{classes joined by a bare pipe}`. */
export function outputId(nodeId: string, name: string, classes: readonly string[]): string {
  return `${nodeId}-output-${name}-${classes.join('|')}`;
}

/** The classes at the tail of an anchor id, after its last dash. */
export function classesOf(anchorId: string): string[] {
  return anchorId
    .slice(anchorId.lastIndexOf('-') + 1)
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean);
}

/**
 * Node, direction and name of an anchor id, parsed with the known node id as prefix, since names may hold dashes.
 * Undefined when the id is not one of that node's.
 */
export function parseAnchorId(
  anchorId: string,
  nodeId: string,
): { direction: 'input' | 'output'; name: string } | undefined {
  if (!anchorId.startsWith(`${nodeId}-`)) return undefined;
  const rest = anchorId.slice(nodeId.length + 1);
  const direction = rest.startsWith('input-') ? 'input' : rest.startsWith('output-') ? 'output' : undefined;
  if (!direction) return undefined;
  const tail = rest.slice(direction.length + 1);
  const end = tail.lastIndexOf('-');
  return { direction, name: end === -1 ? tail : tail.slice(0, end) };
}
