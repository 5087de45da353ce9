import type { FlowNodeData } from '@tendril/contract/flow/flow';

/** Parameters that hold the name of their node: what a pipeline's steps are found by, and what chains are called. */
const nameParams = [
  'agentName',
  'llmNodeName',
  'toolNodeName',
  'conditionName',
  'conditionAgentName',
  'customFunctionName',
  'functionName',
  'chainName',
];

/** The parameter that holds a node's name, of a node that has one. */
export function ownNameParam(data: FlowNodeData): string | undefined {
  return data.inputParams?.find(({ name }) => nameParams.includes(name))?.name;
}

/** Whether a node cannot run without a name of its own. */
export function needsOwnName(data: FlowNodeData): boolean {
  const name = ownNameParam(data);
  return data.inputParams?.some((param) => param.name === name && param['optional'] !== true) === true;
}

/** The name a person gave a node in that parameter; empty when there is none. */
export function ownName(data: Pick<FlowNodeData, 'inputs'>): string {
  for (const param of nameParams) {
    const value = data.inputs?.[param];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** The same node under another name: what it shows and what it is found by are one. */
export function named(data: FlowNodeData, name: string): FlowNodeData {
  const param = ownNameParam(data);
  return { ...data, label: name, ...(param !== undefined && { inputs: { ...data.inputs, [param]: name } }) };
}

/** The node with its label brought up to its own name, where it still has the label of its kind. */
export function labelledByName(data: FlowNodeData, kindLabel: string | undefined): FlowNodeData {
  const name = ownName(data);
  return name !== '' && data.label === kindLabel && name !== kindLabel ? { ...data, label: name } : data;
}
