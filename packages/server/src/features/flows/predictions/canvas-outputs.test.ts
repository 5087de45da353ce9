import type { FlowPlan } from '@tendril/engine/flow-plan';
import { expect, it } from 'vitest';
import { createCanvasOutputs } from './canvas-outputs.ts';

const node = (id: string, text: string) => ({
  id,
  name: 'toy',
  output: 'out',
  inputs: [{ kind: 'param', name: 'text', raw: text, sources: [], param: {} }],
});
const planOf = (...nodes: ReturnType<typeof node>[]) =>
  ({ nodes: new Map(nodes.map((one) => [one.id, one])) }) as unknown as FlowPlan;
const flow = (id: string, workspaceId = 'w', callers = ['public', 'workspace']) => ({
  ...{ id, workspaceId, callers },
});

it('gives back what nodes gave while they are as they were, and forgets nodes that are gone', () => {
  const outputs = createCanvasOutputs();
  const before = planOf(node('a', '1'), node('b', '1'));
  outputs.keep(flow('f'), before, 'a', { out: 'A' });
  outputs.keep(flow('f'), before, 'b', undefined);
  expect([...outputs.fresh(flow('f'), before)]).toEqual([
    ['a', { out: 'A' }],
    ['b', undefined],
  ]);
  expect([...outputs.fresh(flow('f'), planOf(node('a', '2'), node('b', '1'))).keys()]).toEqual(['b']);
  const smaller = planOf(node('b', '1'));
  outputs.keep(flow('f'), smaller, 'b', { out: 'B' });
  expect([...outputs.fresh(flow('f'), before).keys()]).toEqual(['b']);
});

it('keeps the flows run last, and lets a workspace’s go at a change', () => {
  const outputs = createCanvasOutputs();
  const plan = planOf(node('a', '1'));
  for (let index = 0; index < 25; index += 1)
    outputs.keep(flow(`f${index}`, index % 2 ? 'odd' : 'even'), plan, 'a', { out: index });
  const known = () => Array.from({ length: 25 }, (_, index) => outputs.fresh(flow(`f${index}`), plan).size);
  expect(known()).toEqual([...Array(5).fill(0), ...Array(20).fill(1)]);
  outputs.forgetWorkspace('odd');
  expect(known().reduce((sum, size) => sum + size, 0)).toBe(10);
  outputs.keepQuestion(flow('f24'), 'Why?');
  expect(outputs.lastQuestion('f24')).toBe('Why?');
  outputs.forgetFlow('f24');
  expect(outputs.lastQuestion('f24')).toBeUndefined();
});

it('gives nobody what was made for somebody who may read more', () => {
  const outputs = createCanvasOutputs();
  const plan = planOf(node('a', '1'));
  outputs.keep(flow('f', 'w', ['workspace', 'user:ada@example.com']), plan, 'a', { out: 'A' });
  expect(outputs.fresh(flow('f', 'w', ['workspace', 'user:bob@example.com']), plan).size).toBe(0);
  expect(outputs.fresh(flow('f', 'w', ['user:ada@example.com', 'workspace']), plan).size).toBe(1);
});
