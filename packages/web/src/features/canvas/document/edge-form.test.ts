import { edgeId } from '@tendril/contract/flow/flow';
import { expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { build, endsOf } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { fullLevel } from '../view/draw-level.ts';
import { toCanvasDoc, toFlowData } from './canvas-doc.ts';

const { model, agent } = testTemplates;

it('SP-99: an edge of four fields is read, and written with its id and type', () => {
  const doc = build(addNode(model, { x: 0, y: 0 }), addNode(agent, { x: 400, y: 0 }));
  const edge = endsOf(doc, 'chatOpenAI_0', 'toolAgent_0', 'model');
  expect(Object.keys(edge).sort()).toEqual(['source', 'sourceHandle', 'target', 'targetHandle']);
  const read = toCanvasDoc({ ...toFlowData(doc), edges: [edge] }, fullLevel);
  expect(toFlowData(read).edges).toEqual([{ ...edge, id: edgeId(edge), type: 'buttonedge' }]);
  expect(edgeId(edge)).toBe(`${edge.source}-${edge.sourceHandle}-${edge.target}-${edge.targetHandle}`);
});
