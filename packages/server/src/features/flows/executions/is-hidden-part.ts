/** Whether an id is that of a model, a tool or a store that a step has chosen in its form, and that nobody has drawn. */
export function isHiddenPart(nodeId: string): boolean {
  return nodeId.includes('#');
}
