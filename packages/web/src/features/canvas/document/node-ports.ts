import { agentFlowOutputId, isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import type { FlowNodeData, FlowPort } from '@tendril/contract/flow/flow';
import { visibleInputs } from '@tendril/contract/node/visibility';
import { memoizeByObject } from '../../../kit/lib/memoize.ts';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import { branchTexts } from './branch-text.ts';

/** An input of a node. */
export interface InputPort {
  id: string;
  name: string;
  label: string;
  type: string;
  isList: boolean;
  isRequired: boolean;
  /** An inline parameter that takes variables of the nodes wired to it; its text stays when an edge comes or goes. */
  isParam: boolean;
  /** The whole node, where edges of an agent flow end: they are written into no value. */
  isStep?: boolean;
}

/** An output of a node. */
export interface OutputPort {
  id: string;
  name: string;
  label: string;
  type: string;
}

type Port = Record<string, unknown> & { name: string; type: string; show?: unknown; hide?: unknown };

const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise;

function toInputPort(data: FlowNodeData, port: Port, isParam: boolean): InputPort {
  return {
    id: text(port['id'], `${data.id}-input-${port.name}-${port.type}`),
    name: port.name,
    label: text(port['label'], port.name),
    type: port.type,
    isList: port['list'] === true,
    isRequired: !isParam && port['optional'] !== true,
    isParam,
  };
}

/** The class of the edges of an agent flow. */
const stepType = 'AgentFlow';

/** Where edges end at a step of an agent flow: at the step itself; at Start and at notes none do. */
function stepInputs(data: FlowNodeData): readonly InputPort[] {
  const hasNone = data['hideInput'] === true || data.name === 'startAgentflow' || isStepNote(data);
  if (hasNone) return [];
  const label = say(agentFlowTexts, 'previous');
  const flags = { isList: true, isRequired: true, isParam: false, isStep: true };
  return [{ id: data.id, name: 'previous', label, type: stepType, ...flags }];
}

const isStepNote = ({ name }: FlowNodeData) => name === 'stickyNoteAgentflow';

/** The outputs of a step: one for each branch, its only one, and the one for errors where it has that. */
function stepOutputs(data: FlowNodeData): readonly OutputPort[] {
  if (isStepNote(data)) return [];
  const port = (output: string | number, label: string): OutputPort => ({
    id: agentFlowOutputId(data.id, output),
    name: String(output),
    label,
    type: stepType,
  });
  const branches = branchTexts(data)?.map((label, index) => port(index, label));
  const hasNone = data['hideOutput'] === true || /^(?:directReply|loop)Agentflow$/.test(data.name);
  const only = hasNone ? [] : [port(data.name, say(agentFlowTexts, 'next'))];
  const canFail = data.settings?.onError === 'branch';
  return [...(branches ?? only), ...(canFail ? [port('error', say(agentFlowTexts, 'onError'))] : [])];
}

/** The inputs of a node that take edges, in drawing order: its anchors, then its parameters that take variables. */
export const inputPorts = memoizeByObject((data: FlowNodeData): readonly InputPort[] => {
  if (isAgentFlowNode(data)) return stepInputs(data);
  const anchors = (data.inputAnchors ?? []).map((anchor) => toInputPort(data, anchor as Port, false));
  const params = visibleInputs((data.inputParams ?? []) as Port[], data.inputs ?? {})
    .filter((param) => param['acceptVariable'] === true && param.type !== 'array')
    .map((param) => toInputPort(data, param, true));
  return [...anchors, ...params];
});

/** The choices of a node with several outputs; empty for any other. */
export function outputChoices(data: FlowNodeData): FlowPort[] {
  return data.outputAnchors?.find((output) => output.options !== undefined)?.options ?? [];
}

/** Whether every output has its own handle because each is a branch, so that none must be selected. */
export function hasBranches(data: FlowNodeData): boolean {
  if (isAgentFlowNode(data)) return branchTexts(data) !== undefined;
  const options = outputChoices(data);
  const isBranch = (option: FlowPort) =>
    option.type === 'Condition' || /^return(True|False)$/.test(option.name);
  return options.length > 0 && options.every(isBranch);
}

/** The outputs of a node that give edges: of several outputs only the chosen one. */
export const outputPorts = memoizeByObject((data: FlowNodeData): readonly OutputPort[] =>
  isAgentFlowNode(data) ? stepOutputs(data) : wiredOutputs(data),
);

function wiredOutputs(data: FlowNodeData): readonly OutputPort[] {
  return (data.outputAnchors ?? []).flatMap((output) => {
    if (!output.options) return output.id ? [toOutputPort(output as FlowPort)] : [];
    const shown = output.options.filter((option) => option['hidden'] !== true);
    if (hasBranches(data)) return shown.map(toOutputPort);
    const chosen = shown.find((option) => option.name === data.outputs?.['output']) ?? shown[0];
    return chosen && chosen['isAnchor'] !== false ? [toOutputPort(chosen)] : [];
  });
}

function toOutputPort(port: FlowPort): OutputPort {
  return { id: port.id, name: port.name, label: text(port.label, port.name), type: text(port.type, '') };
}
