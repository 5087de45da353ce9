import { outputId } from '@tendril/contract/flow/anchor-id';
import { edgeId, type FlowData, type FlowEdge, type FlowNode } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type ExampleStep, stepExamples } from './agent-flow-step-examples.ts';

const stepWidth = 320;
const stepHeight = 140;

function drawStep(
  { id, name, label, values, at: [column, row], inside }: ExampleStep,
  templates: ReadonlyMap<string, NodeTemplate>,
): FlowNode | undefined {
  const template = templates.get(name);
  if (!template) return undefined;
  const data = initNode(template, id);
  return {
    id,
    type: name === 'iterationAgentflow' ? 'iteration' : 'agentFlow',
    position: { x: column * stepWidth, y: row * stepHeight },
    data: { ...data, label: label ?? data.label, inputs: { ...data.inputs, ...values } },
    ...(inside && { parentNode: inside, extent: 'parent', position: { x: 60, y: 80 } }),
    ...(name === 'iterationAgentflow' && { style: { width: 400, height: 240 } }),
  };
}

/** Edges end at the step itself; they leave it by its name, or by the number of one of several ways. */
function drawEdge(edge: string): FlowEdge {
  const [from = '', target = ''] = edge.split('>');
  const [source = '', way] = from.split(':');
  const output = way ?? source.replace(/_\d+$/, '');
  const sourceHandle = outputId(source, output, []).replace(/-$/, '');
  const ends = { source, sourceHandle, target, targetHandle: target };
  return { ...ends, type: 'agentFlow', id: edgeId(ends) };
}

/** A small agent flow around one of its steps; undefined for a name that is none. */
export function agentFlowExample(name: string, templates: readonly NodeTemplate[]): FlowData | undefined {
  const example = Object.hasOwn(stepExamples, name) ? stepExamples[name] : undefined;
  if (!example) return undefined;
  const known = new Map(templates.map((template) => [template.name, template]));
  const nodes = example.steps.map((step) => drawStep(step, known));
  const found = nodes.filter((node) => node !== undefined);
  return found.length === nodes.length ? { nodes: found, edges: example.edges.map(drawEdge) } : undefined;
}
