import { sharesClass } from '@tendril/contract/flow/connection';
import type { FlowEdge, FlowNodeData } from '@tendril/contract/flow/flow';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { hasBranches, type InputPort, inputPorts, outputChoices, outputPorts } from './node-ports.ts';

/** The handle where an unfinished edge starts. */
export interface OpenEnd {
  nodeId: string;
  handleId: string;
  isFromOutput: boolean;
}

/** An output that fits, and the node's data with that output chosen. */
interface FittingOutput {
  data: FlowNodeData;
  handleId: string;
}

/** The first input of a node that takes what a handle gives; its anchors count before its parameters. */
export function fittingInput(data: FlowNodeData, sourceHandle: string): InputPort | undefined {
  return inputPorts(data).find((port) => sharesClass(sourceHandle, port.id));
}

/** The first output of a node that a handle takes: the chosen one, else another of its choices. */
export function fittingOutput(data: FlowNodeData, targetHandle: string): FittingOutput | undefined {
  const shown = outputPorts(data).find((port) => sharesClass(port.id, targetHandle));
  if (shown) return { data, handleId: shown.id };
  if (hasBranches(data)) return undefined;
  const choice = outputChoices(data).find(
    (option) =>
      option['hidden'] !== true && option['isAnchor'] !== false && sharesClass(option.id, targetHandle),
  );
  if (!choice) return undefined;
  return { data: { ...data, outputs: { ...data.outputs, output: choice.name } }, handleId: choice.id };
}

// Which classes a template takes and gives does not hang on the id a node of it gets.
const samples = new WeakMap<NodeTemplate, FlowNodeData>();

function sampleOf(template: NodeTemplate): FlowNodeData {
  let sample = samples.get(template);
  if (!sample) {
    sample = initNode(template, `${template.name}_0`);
    samples.set(template, sample);
  }
  return sample;
}

/** Whether a new node of a template could be at the other end of an edge. */
export function fitsAtEnd(template: NodeTemplate, end: Pick<OpenEnd, 'handleId' | 'isFromOutput'>): boolean {
  const sample = sampleOf(template);
  return end.isFromOutput
    ? fittingInput(sample, end.handleId) !== undefined
    : fittingOutput(sample, end.handleId) !== undefined;
}

/** Whether a new node of a template could be inserted into an edge. */
export function fitsOnEdge(
  template: NodeTemplate,
  edge: Pick<FlowEdge, 'sourceHandle' | 'targetHandle'>,
): boolean {
  const sample = sampleOf(template);
  return (
    fittingInput(sample, edge.sourceHandle) !== undefined &&
    fittingOutput(sample, edge.targetHandle) !== undefined
  );
}
