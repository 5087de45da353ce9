import { initNode } from '@tendril/contract/flow/init-node';
import { expect, it } from 'vitest';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { findMatches } from './find-matches.ts';

const template = {
  ...testTemplates.prompt,
  inputs: [...testTemplates.prompt.inputs, { name: 'token', label: 'Access', type: 'password' }],
};
function node(id: string, change: Partial<CanvasNode['data']> = {}): CanvasNode {
  return { id, type: 'customNode', position: { x: 0, y: 0 }, data: { ...initNode(template, id), ...change } };
}

const nodes = [
  node('promptTemplate_0', {
    label: 'Ask politely',
    inputs: { template: 'Say {Question}', token: 'hunter2' },
  }),
  node('promptTemplate_1', { inputs: { template: '', promptValues: { key: 'Corsica' } } }),
  node('stickyNote_0', { name: 'stickyNote', inputs: { note: 'Ask finance' } }),
];
const found = (query: string) => findMatches(nodes, query).map(({ nodeId, param }) => [nodeId, param]);

it('finds names, ids, kinds, parameters, their values and notes', () => {
  expect(found('politely')).toEqual([['promptTemplate_0', undefined]]);
  expect(found('template_1')).toEqual([['promptTemplate_1', undefined]]);
  expect(found('question')).toEqual([['promptTemplate_0', 'template']]);
  expect(found('corsica')).toEqual([['promptTemplate_1', 'promptValues']]);
  expect(found('ASK')).toEqual([
    ['promptTemplate_0', undefined],
    ['stickyNote_0', undefined],
  ]);
});

it('finds nothing for nothing, and no secret', () => {
  expect(found('   ')).toEqual([]);
  expect(found('hunter2')).toEqual([]);
  expect(found('Access').length).toBe(2);
});
