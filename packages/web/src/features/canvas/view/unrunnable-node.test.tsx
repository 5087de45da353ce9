import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { ReactFlowProvider } from '@xyflow/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CanvasHostContext } from '../document/canvas-host.ts';
import { createCanvasStore, openFlow } from '../document/canvas-store.ts';
import { CanvasContext } from '../document/use-canvas.ts';
import { NodeParams } from '../inspect/inspector-settings.tsx';
import { NodeCard } from './node-card.tsx';
import { Palette } from './palette.tsx';

afterEach(cleanup);

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
const host = { flowId: 'f', flowName: 'F', kind: 'CHATFLOW' } as never;
const reason = 'It has not been built here yet.';

const messages: NodeTemplate = {
  name: 'manyMessages',
  label: 'Many Messages',
  version: 1,
  type: 'ManyMessages',
  baseClasses: ['ManyMessages'],
  category: 'Prompts',
  description: '',
  icon: 'box',
  canRun: false,
  reason,
  inputs: [
    {
      name: 'messages',
      label: 'Messages',
      type: 'array',
      acceptVariable: true,
      array: [{ name: 'content', label: 'Content', type: 'string' }],
    },
  ],
};
const runnable: NodeTemplate = { ...messages, name: 'oneMessage', label: 'One Message', inputs: [] };
delete runnable.canRun;
delete runnable.reason;

function open() {
  const canvas = createCanvasStore('CHATFLOW');
  canvas.setState({ templates: new Map([messages, runnable].map((one) => [one.name, one])) });
  const data = initNode(messages, 'manyMessages_0');
  const inputs = { messages: [{ content: 'a' }, { content: 'b' }], foreign: 'kept' };
  openFlow(canvas, {
    nodes: [
      { id: 'manyMessages_0', type: 'customNode', position: { x: 0, y: 0 }, data: { ...data, inputs } },
    ],
    edges: [],
  });
  return canvas;
}

const inCanvas = (canvas: ReturnType<typeof open>, children: React.ReactNode) => (
  <QueryClientProvider client={client}>
    <ReactFlowProvider>
      <CanvasHostContext value={host}>
        <CanvasContext value={canvas}>{children}</CanvasContext>
      </CanvasHostContext>
    </ReactFlowProvider>
  </QueryClientProvider>
);

it('a node that cannot run says so on its card, with its list as a value and no place for edges to it', () => {
  const canvas = open();
  const [node] = canvas.getState().nodes;
  const props = { id: node?.id, data: node?.data, selected: false };
  render(inCanvas(canvas, <NodeCard {...(props as unknown as ComponentProps<typeof NodeCard>)} />));
  expect(screen.getByText('Cannot run here').closest('[title]')?.getAttribute('title')).toBe(reason);
  expect(document.querySelector('[data-param="messages"]')?.textContent).toContain('2 rows');
  expect(document.querySelector('.react-flow__handle-left')).toBeNull();
  expect(document.querySelector('[data-unknown]')).toBeNull();
});

it('its form changes the list as one value of the drawing, which can be taken back', () => {
  const canvas = open();
  const [node] = canvas.getState().nodes;
  render(inCanvas(canvas, node && <NodeParams node={node} />));
  const first = within(screen.getByRole('group', { name: 'Messages 1' }));
  fireEvent.change(first.getByLabelText(/Content/), { target: { value: 'changed' } });
  const inputs = () => canvas.getState().nodes[0]?.data.inputs;
  expect(inputs()).toEqual({ messages: [{ content: 'changed' }, { content: 'b' }], foreign: 'kept' });
  expect(canvas.getState().history.past.length).toBe(1);
});

it('a node that was written by hand, without a version and a list of its parameters, has its form', () => {
  const canvas = open();
  const newer: NodeTemplate = { ...messages, version: 2 };
  canvas.setState({ templates: new Map([[newer.name, newer]]) });
  const [node] = canvas.getState().nodes;
  if (!node) throw new Error('No node');
  const data = { id: node.id, name: newer.name, label: 'Mine', inputs: { messages: [{ content: 'a' }] } };
  render(inCanvas(canvas, <NodeParams node={{ ...node, data }} />));
  const [first] = screen.getAllByRole('group', { name: 'Messages 1' });
  expect(first).toBeDefined();
});

it('the palette finds it under its own heading, and Enter does not add it', () => {
  const canvas = open();
  const onAdd = vi.fn();
  render(inCanvas(canvas, <Palette onAdd={onAdd} onClose={() => {}} searchRef={{ current: null }} />));
  const search = screen.getByRole('textbox');
  expect(screen.queryByText(/Many Messages/)).toBeNull();
  fireEvent.change(search, { target: { value: 'many' } });
  const group = within(screen.getByRole('rowgroup', { name: 'Not runnable here yet' }));
  expect(group.getByText(reason)).toBeTruthy();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(onAdd).not.toHaveBeenCalled();
  fireEvent.click(group.getByRole('button', { name: /^Add.*Many Messages/ }));
  expect(onAdd).toHaveBeenCalledWith(messages);
});
