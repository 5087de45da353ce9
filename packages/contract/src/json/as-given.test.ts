import { expect, it } from 'vitest';
import * as z from 'zod';
import { flowData } from '../flow/flow.ts';
import { asGiven } from './as-given.ts';

const text =
  '{"viewport":{"zoom":1,"x":0,"y":0},"edges":[],"nodes":[{"width":300,"position":{"y":1,"x":2},"data":{"version":1,"label":"A","name":"a","id":"a_0"},"id":"a_0","height":5}]}';

it('a flow keeps the order of its keys through every check, also inside another object', () => {
  expect(JSON.stringify(flowData.parse(JSON.parse(text)))).toBe(text);
  const body = z.strictObject({ name: z.string(), flowData: flowData.optional() });
  const parsed = body.parse({ flowData: JSON.parse(text), name: 'A' });
  expect(JSON.stringify(parsed.flowData)).toBe(text);
  expect(JSON.stringify(z.object({ flowData }).parse({ flowData: JSON.parse(text) }).flowData)).toBe(text);
});

it('what the schema refuses stays refused by its place', () => {
  const read = flowData.safeParse({ nodes: [{ id: 'a', data: {}, position: { x: 1 } }], edges: [] });
  expect(read.error?.issues[0]?.path).toEqual(['nodes', 0, 'position', 'y']);
  expect(z.object({ flowData }).safeParse({}).error?.issues[0]?.path).toEqual(['flowData']);
  const pinned = { nodes: [{ id: 'a', position: { x: 1, y: 1 }, pinned: { more: 1 } }], edges: [] };
  expect(flowData.safeParse(pinned).success).toBe(false);
});

it('works for schemas with a promise in them', async () => {
  const slow = asGiven(z.object({ b: z.string().refine(async () => true), a: z.string() }));
  expect(Object.keys(await slow.parseAsync({ a: '1', b: '2' }))).toEqual(['a', 'b']);
});
