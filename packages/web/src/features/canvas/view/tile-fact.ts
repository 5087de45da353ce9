import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import { plainText } from '../document/branch-text.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The model that a step asks, by the name that its settings give it, else by its kind. */
function modelOf({ inputs = {} }: FlowNodeData): string {
  for (const param of ['llmModel', 'agentModel', 'conditionAgentModel', 'humanInputModel']) {
    const config = inputs[`${param}Config`];
    const settings = typeof config === 'object' && config !== null ? (config as Record<string, unknown>) : {};
    const named = textOf(settings['customModelName']) || textOf(settings['modelName']);
    if (textOf(inputs[param]) !== '') return named || textOf(inputs[param]);
  }
  return '';
}

function addressOf({ inputs = {} }: FlowNodeData): string {
  const url = plainText(inputs['url']);
  return url === '' ? '' : `${textOf(inputs['method']) || 'GET'} ${url.replace(/^https?:\/\//, '')}`;
}

const starts = {
  chatInput: 'startChat',
  formInput: 'startForm',
  webhookTrigger: 'startWebhook',
  scheduleInput: 'startSchedule',
} as const;

/** What a flow begins with. */
function startOf({ name, inputs = {} }: FlowNodeData): string {
  if (name !== 'startAgentflow') return '';
  const type = textOf(inputs['startInputType']) || 'chatInput';
  return type in starts ? say(agentFlowTexts, starts[type as keyof typeof starts]) : '';
}

/** The one thing to know of a step beside its name: its model, its address, its tool; else its kind. */
export function tileFact(data: FlowNodeData): string {
  const { inputs = {}, type = '' } = data;
  const fact =
    modelOf(data) ||
    addressOf(data) ||
    textOf(inputs['toolAgentflowSelectedTool']) ||
    plainText(inputs['directReplyMessage']);
  const kind = fact || startOf(data) || type.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return kind === data.label ? '' : kind;
}
