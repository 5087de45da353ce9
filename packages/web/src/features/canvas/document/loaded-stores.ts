import type { CanvasDoc } from './canvas-doc.ts';

/** A vector store on the canvas with a connected document loader. */
interface LoadedStore {
  id: string;
  label: string;
}

/** The vector stores that can be filled from the canvas, in the order of the drawing. */
export function loadedStores({ nodes, edges }: Pick<CanvasDoc, 'nodes' | 'edges'>): LoadedStore[] {
  const loaders = new Set<string>();
  for (const { id, data, isDisabled } of nodes)
    if (data.category === 'Document Loaders' && !isDisabled) loaders.add(id);
  if (loaders.size === 0) return [];
  const fed = new Set<string>();
  for (const { source, target } of edges) if (loaders.has(source)) fed.add(target);
  return nodes
    .filter(({ id, data, isDisabled }) => data.category === 'Vector Stores' && !isDisabled && fed.has(id))
    .map(({ id, data }) => ({ id, label: data.label }));
}
