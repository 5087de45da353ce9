import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useEffect } from 'react';
import { nodeQuery } from '../../../kit/api/nodes.queries.ts';
import { queryClient } from '../../../kit/api/query-client.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import type { CanvasStore } from './canvas-store.ts';
import { useCanvasStore } from './use-canvas.ts';

async function fetchWhole(canvas: CanvasStore, name: string): Promise<NodeTemplate> {
  const whole = await queryClient.fetchQuery(nodeQuery(name));
  canvas.setState(({ templates }) => ({ templates: new Map(templates).set(name, whole) }));
  return whole;
}

/** Does something with a whole template: at once where it is at hand, else once the server has sent it. */
export function withWholeTemplate(
  canvas: CanvasStore,
  template: NodeTemplate,
  act: (whole: NodeTemplate) => void,
): void {
  if (template.isSummary) fetchWhole(canvas, template.name).then(act, notifyError);
  else act(template);
}

/** Fetches the templates of drawn nodes of which only a summary is at hand; answers what ends that. */
export function watchTemplates(canvas: CanvasStore): () => void {
  const asked = new Set<string>();
  const look = () => {
    const { nodes, templates } = canvas.getState();
    for (const { data } of nodes) {
      if (!templates.get(data.name)?.isSummary || asked.has(data.name)) continue;
      asked.add(data.name);
      // Until it comes, a node is drawn by what its file says; the next change of the drawing asks again.
      fetchWhole(canvas, data.name).catch(() => asked.delete(data.name));
    }
  };
  look();
  return canvas.subscribe((state, before) => {
    if (state.nodes !== before.nodes) look();
  });
}

/** Keeps the templates of the drawn nodes whole while a part of the canvas is mounted. */
export function useWholeTemplates(): void {
  const canvas = useCanvasStore();
  useEffect(() => watchTemplates(canvas), [canvas]);
}
