import type { CanvasNode } from '../document/canvas-doc.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';

/** Names inputs as the form does, and nodes that feed them by their labels. */
export function useNamedInput(node: CanvasNode): (input: unknown) => unknown {
  const nodes = useCanvas((state) => state.nodes);
  const { inputParams = [], inputAnchors = [] } = node.data;
  const labels = new Map(
    [...inputParams, ...inputAnchors].map((one) => [one.name, String(one['label'] ?? '') || one.name]),
  );
  const anchors = new Set(inputAnchors.map(({ name }) => name));
  const sources = (ids: string) =>
    ids
      .split(', ')
      .map((id) => nodeById(nodes, id)?.data.label ?? id)
      .join(', ');
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
    const entries = Object.entries(input).map(([name, value]): [string, unknown] => [
      labels.get(name) ?? name,
      anchors.has(name) && typeof value === 'string' ? sources(value) : value,
    ]);
    const names = new Set(entries.map(([name]) => name));
    // Two inputs can share a label: only their names distinguish them.
    return names.size === entries.length ? Object.fromEntries(entries) : input;
  };
}
