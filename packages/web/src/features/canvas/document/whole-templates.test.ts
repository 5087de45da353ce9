import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it, vi } from 'vitest';
import { nodeQuery } from '../../../kit/api/nodes.queries.ts';
import { queryClient } from '../../../kit/api/query-client.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { createCanvasStore, openFlow } from './canvas-store.ts';
import { watchTemplates, withWholeTemplate } from './whole-templates.ts';

const whole: NodeTemplate = { ...testTemplates.tool, name: 'foreign', canRun: false, reason: 'Not yet.' };
const summary: NodeTemplate = { ...whole, inputs: [], isSummary: true };

function open() {
  queryClient.setQueryData(nodeQuery('foreign').queryKey, whole);
  const canvas = createCanvasStore('CHATFLOW');
  const templates = [summary, testTemplates.model].map((one) => [one.name, one] as const);
  canvas.setState({ templates: new Map(templates) });
  return canvas;
}

it('a drawn node of which only a summary is at hand gets its template, also when it comes later', async () => {
  const canvas = open();
  const leave = watchTemplates(canvas);
  const data = { id: 'foreign_0', name: 'foreign', label: 'Foreign' };
  openFlow(canvas, { nodes: [{ id: 'foreign_0', position: { x: 0, y: 0 }, data }], edges: [] });
  await vi.waitFor(() => expect(canvas.getState().templates.get('foreign')).toEqual(whole));
  leave();
});

it('what is whole is used at once, and a summary once the rest is there', async () => {
  const canvas = open();
  const used = vi.fn();
  withWholeTemplate(canvas, testTemplates.model, used);
  expect(used).toHaveBeenCalledWith(testTemplates.model);
  withWholeTemplate(canvas, summary, used);
  await vi.waitFor(() => expect(used).toHaveBeenCalledWith(whole));
});
