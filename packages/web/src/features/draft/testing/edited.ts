import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Command } from '../../canvas/commands/canvas-commands.ts';
import { toCanvasDoc, toFlowData } from '../../canvas/document/canvas-doc.ts';
import { testTemplates } from '../../canvas/testing/test-templates.ts';
import { fullLevel } from '../../canvas/view/draw-level.ts';

const secretTool: NodeTemplate = {
  ...testTemplates.tool,
  name: 'secretTool',
  baseClasses: ['SecretTool', 'Tool'],
  inputs: [
    { name: 'key', label: 'Key', type: 'password' },
    { name: 'place', label: 'Place', type: 'string' },
  ],
};
const byName = new Map([...Object.values(testTemplates), secretTool].map((one) => [one.name, one]));

/** A template of these tests, by its name. */
export function testTemplate(name: string): NodeTemplate {
  const found = byName.get(name);
  if (!found) throw new Error(`No template ${name}`);
  return found;
}

/** Model, tool and prompt, the first two wired to an agent. */
export function baseFlow(): FlowData {
  const flow = new FlowBuilder(testTemplate);
  const model = flow.add('chatOpenAI', { x: 0, y: 0 });
  const tool = flow.add('calculator', { x: 0, y: 300 });
  flow.add('promptTemplate', { x: 0, y: 600 }, { template: 'Say {question}' });
  const agent = flow.add('toolAgent', { x: 500, y: 0 });
  flow.connect(model, agent, 'model').connect(tool, agent, 'tools');
  const built = flow.build();
  return edited({ ...built, groups: [{ id: 'group_0', label: 'Parts', nodeIds: [model.id, tool.id] }] });
}

/** The flow as a canvas saves it after these commands. */
export function edited(flow: FlowData, ...commands: readonly Command[]): FlowData {
  let doc = { ...toCanvasDoc(structuredClone(flow), fullLevel), groups: structuredClone(flow.groups ?? []) };
  for (const command of commands) doc = { ...doc, ...command(doc) };
  const { groups: _groups, ...saved } = toFlowData(doc);
  return { ...saved, ...(doc.groups.length > 0 && { groups: doc.groups }) };
}
