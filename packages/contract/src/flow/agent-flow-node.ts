import type { NodeTemplate } from '../node/node-template.ts';
import type { FlowOutput } from './flow.ts';

/** Whether a node is one of Agentflow V2: its edges begin and end at the node itself, not at anchors. */
export function isAgentFlowNode({ name }: { name: string }): boolean {
  return name.endsWith('Agentflow');
}

/** Outputs of an Agentflow V2 node as its files have them: numbered where there are several. */
export function agentFlowOutputs(
  { name, label, outputs }: Pick<NodeTemplate, 'name' | 'label' | 'outputs'>,
  nodeId: string,
): FlowOutput[] {
  if (!outputs) return [{ id: `${nodeId}-output-${name}`, name, label }];
  return outputs.map((_, index) => ({ id: `${nodeId}-output-${index}`, name, label }));
}
