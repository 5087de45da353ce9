import type { NodeTemplate } from '../node/node-template.ts';
import type { FlowNodeData, FlowOutput } from './flow.ts';

/** Whether a node is one of Agentflow V2: its edges begin and end at the node itself, not at anchors. */
export function isAgentFlowNode({ name }: { name: string }): boolean {
  return name.endsWith('Agentflow');
}

/** Colour that files give a node of Agentflow V2, for tools that draw it from there. */
const colours: Readonly<Record<string, string>> = {
  startAgentflow: '#4fc38a',
  llmAgentflow: '#5aa9e6',
  agentAgentflow: '#9a7fe0',
  conditionAgentflow: '#f0b45a',
  conditionAgentAgentflow: '#f08fa6',
  humanInputAgentflow: '#7c86e8',
  loopAgentflow: '#f0986c',
  iterationAgentflow: '#9a8bc4',
  directReplyAgentflow: '#4dc0ad',
  customFunctionAgentflow: '#d98ad0',
  httpAgentflow: '#f07f74',
  retrieverAgentflow: '#a3afd6',
  toolAgentflow: '#cda274',
  executeFlowAgentflow: '#a9a04a',
  stickyNoteAgentflow: '#f7e08a',
};
const otherColour = '#9aa5a0';

/** The colour of a node: what its file says, else that of its kind. */
export function agentFlowColour(data: { name: string; color?: unknown }): string {
  return typeof data.color === 'string' && data.color !== ''
    ? data.color
    : (colours[data.name] ?? otherColour);
}

/** Outputs of an Agentflow V2 node as its files have them: numbered where there are several. */
export function agentFlowOutputs(
  { name, label, outputs }: Pick<NodeTemplate, 'name' | 'label' | 'outputs'>,
  nodeId: string,
): FlowOutput[] {
  if (!outputs) return [{ id: agentFlowOutputId(nodeId, name), name, label }];
  return outputs.map((_, index) => ({ id: agentFlowOutputId(nodeId, index), name, label }));
}

/** The handle of an output: its name, or its number where a node has several. */
export function agentFlowOutputId(nodeId: string, output: string | number): string {
  return `${nodeId}-output-${output}`;
}

/** The output that a handle stands for; undefined for a handle of another node or kind. */
export function agentFlowOutputOf(handle: string, nodeId: string): string | undefined {
  const start = `${nodeId}-output-`;
  const output = handle.startsWith(start) ? handle.slice(start.length) : '';
  return output === '' || output.includes('-') ? undefined : output;
}

/** Whether a handle is an output of an Agentflow V2 node: it names no classes. */
export function isAgentFlowSource(handle: string): boolean {
  return /-output-[^-|\s]+$/.test(handle);
}

/** Whether a handle is the whole of an Agentflow V2 node, where its edges end. */
export function isAgentFlowTarget(handle: string): boolean {
  return !/-(?:input|output)-/.test(handle);
}

/** What an edge between two nodes of Agentflow V2 carries: the colours of its ends, and which way it is. */
export function agentFlowEdgeData(
  source: FlowNodeData,
  target: FlowNodeData,
  sourceHandle: string,
): Record<string, unknown> {
  const output = agentFlowOutputOf(sourceHandle, source.id) ?? '';
  const isHumanInput = source.name === 'humanInputAgentflow';
  const isNumbered = /^\d+$/.test(output);
  const edgeLabel = isHumanInput && isNumbered ? (output === '0' ? 'proceed' : 'reject') : output;
  return {
    sourceColor: agentFlowColour(source),
    targetColor: agentFlowColour(target),
    ...(isNumbered && { edgeLabel }),
    isHumanInput,
  };
}
