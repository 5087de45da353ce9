import type { NodeTemplate, TemplateInput } from '../node/node-template.ts';
import { isParamType } from '../node/param-type.ts';
import { agentFlowColour, agentFlowOutputs, isAgentFlowNode } from './agent-flow-node.ts';
import { inputId, outputId } from './anchor-id.ts';
import type { FlowNodeData, FlowOutput, FlowPort } from './flow.ts';

/** false and 0 stay as they are; '' is "not set". */
function initialValues(inputs: readonly TemplateInput[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  // A name may come twice, as forms for different cases: the first default stands.
  for (const { name, default: given } of inputs)
    if (values[name] === undefined || values[name] === '') values[name] = given ?? '';
  return values;
}

function outputAnchors(template: NodeTemplate, nodeId: string): FlowOutput[] {
  if (template.hideOutput) return [];
  if (isAgentFlowNode(template)) return agentFlowOutputs(template, nodeId);
  if (!template.outputs) {
    return [
      {
        id: outputId(nodeId, template.name, template.baseClasses),
        name: template.name,
        label: template.type,
        description: template.description,
        type: template.baseClasses.join(' | '),
      },
    ];
  }
  const options: FlowPort[] = template.outputs.map((output) => ({
    id: outputId(nodeId, output.name, output.baseClasses),
    name: output.name,
    label: output.label,
    description: output.description,
    type: output.baseClasses.join(' | '),
    isAnchor: output.isAnchor,
    hidden: output.hidden,
  }));
  return [
    {
      name: 'output',
      label: 'Output',
      type: 'options',
      description: '',
      options,
      default: template.outputs[0]?.name ?? '',
    },
  ];
}

/** A node instance created from its template, in the format of Flowise's files. */
export function initNode(template: NodeTemplate, nodeId: string): FlowNodeData {
  const inputs = template.credential ? [template.credential, ...template.inputs] : template.inputs;
  const withId = (input: TemplateInput): FlowPort => ({
    ...input,
    id: inputId(nodeId, input.name, input.type),
  });
  const isParam = (input: TemplateInput) => isParamType(input.type) || input.type === 'credential';
  return {
    id: nodeId,
    label: template.label,
    version: template.version,
    name: template.name,
    type: template.type,
    ...(isAgentFlowNode(template) && { color: agentFlowColour(template) }),
    baseClasses: template.baseClasses,
    ...(template.tags && { tags: template.tags }),
    category: template.category,
    description: template.description,
    inputParams: inputs.filter(isParam).map(withId),
    inputAnchors: inputs.filter((input) => !isParam(input)).map(withId),
    inputs: initialValues(template.inputs),
    outputAnchors: outputAnchors(template, nodeId),
    outputs:
      template.outputs && !isAgentFlowNode(template) ? { output: template.outputs[0]?.name ?? '' } : {},
    ...(template.hideInput && { hideInput: true }),
    ...(template.hideOutput && { hideOutput: true }),
    ...(template.credential && { credential: '' }),
    selected: false,
  };
}
