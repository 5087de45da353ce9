import * as dagre from '@dagrejs/dagre';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { moveTo } from '../commands/move-to.ts';
import { fullBox } from '../document/canvas-doc.ts';
import { nodesInside } from '../document/iterations.ts';
import { build, nodeOf, wire } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { layoutFlow } from './layout-flow.ts';

it('what stands in an iteration is laid out in its frame, and the rest around the frame', () => {
  const step = (name: string): NodeTemplate => ({
    ...testTemplates.tool,
    name: `${name}Agentflow`,
    label: name,
    category: 'Agent Flows',
  });
  const doc = build(
    addNode(step('start'), { x: 500, y: 0 }),
    addNode(step('iteration'), { x: 0, y: 0 }),
    addNode(step('llm'), { x: 200, y: 100 }),
    addNode(step('llm'), { x: 20, y: 120 }),
    wire('llmAgentflow_0', 'llmAgentflow_1', 'previous'),
    wire('startAgentflow_0', 'iterationAgentflow_0', 'previous'),
  );
  const tidy = moveTo(layoutFlow(dagre, doc))(doc);
  const placeOf = (id: string) => nodeOf(tidy, id).position;
  expect(nodesInside(tidy.nodes, 'iterationAgentflow_0')).toHaveLength(2);
  expect(tidy.edges).toHaveLength(2);
  expect(placeOf('startAgentflow_0').x).toBeLessThan(placeOf('iterationAgentflow_0').x);
  expect(placeOf('llmAgentflow_0').x).toBeLessThan(placeOf('llmAgentflow_1').x);
  const { frame, position } = nodeOf(tidy, 'iterationAgentflow_0');
  expect(placeOf('llmAgentflow_1').x + fullBox(nodeOf(tidy, 'llmAgentflow_1')).width).toBeLessThan(
    position.x + (frame?.width ?? 0),
  );
});
