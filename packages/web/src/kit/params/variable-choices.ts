import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { upstreamNodes } from '@tendril/contract/flow/upstream';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { paramTexts } from '../texts/en/params.ts';
import { say } from '../texts/texts.ts';
import type { VariableChoice } from './param-props.ts';

const runNames = ['chatflowId', 'chatId', 'sessionId', 'apiMessageId', 'chatHistory'];

function nodeChoice(node: FlowNode): VariableChoice {
  return {
    name: `${node.id}.data.instance`,
    about: say(paramTexts, 'variableNode', { name: node.data.label }),
  };
}

/** Everything a parameter's text may name: the request, the run, config variables and the nodes before it. */
export function variableChoices(
  flow: FlowData,
  nodeId: string,
  input: TemplateInput,
  configNames: readonly string[],
): VariableChoice[] {
  return [
    { name: 'question', about: say(paramTexts, 'variableQuestion') },
    { name: 'chat_history', about: say(paramTexts, 'variableHistory') },
    { name: 'file_attachment', about: say(paramTexts, 'variableFile') },
    ...upstreamNodes(flow, nodeId, input).map(nodeChoice),
    ...configNames.map((name) => ({ name: `$vars.${name}`, about: say(paramTexts, 'variableConfig') })),
    ...runNames.map((name) => ({ name: `$flow.${name}`, about: say(paramTexts, 'variableFlow') })),
  ];
}
