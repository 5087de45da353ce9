import { readGroups } from '@tendril/contract/node/list-value';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import type { VariableChoice } from '../../../kit/params/param-props.ts';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { CanvasDoc, CanvasNode } from '../document/canvas-doc.ts';
import { nodeById } from '../document/node-index.ts';
import { stepsBefore } from '../document/steps-before.ts';

type Drawing = Pick<CanvasDoc, 'nodes' | 'edges'>;

const runNames = ['sessionId', 'chatId', 'chatflowId'];

type AboutKey = Extract<NonNullable<(typeof agentFlowTexts)['keys']>, `ref${string}`>;

const choice = (name: string, about: string, short?: string): VariableChoice => ({
  name,
  about,
  ...(short !== undefined && { short }),
});

const startOf = ({ nodes }: Drawing) => nodes.find(({ data }) => data.name === 'startAgentflow')?.data;

const namesIn = (value: unknown, key: string) =>
  readGroups(value).flatMap((group) =>
    typeof group[key] === 'string' && group[key] !== '' ? group[key] : [],
  );

/** The keys of `$flow.state` that Start begins with. */
export function stateKeys(doc: Drawing): string[] {
  return namesIn(startOf(doc)?.inputs?.['startState'], 'key');
}

function ofStart(doc: Drawing): VariableChoice[] {
  const inputs = startOf(doc)?.inputs ?? {};
  const type = inputs['startInputType'];
  if (type === 'formInput') {
    const about = say(agentFlowTexts, 'refForm');
    return namesIn(inputs['formInputTypes'], 'name').map((name) => choice(`$form.${name}`, about));
  }
  if (type !== 'webhookTrigger') return [];
  const about = say(agentFlowTexts, 'refWebhook');
  const params = [
    ['body', 'webhookBodyParams'],
    ['query', 'webhookQueryParams'],
    ['headers', 'webhookHeaderParams'],
  ] as const;
  return params.flatMap(([part, param]) => [
    choice(`$webhook.${part}`, about),
    ...namesIn(inputs[param], 'name').map((name) => choice(`$webhook.${part}.${name}`, about)),
  ]);
}

/** What a step gave, whole and by the fields of its structured answer. */
function ofStep({ id, data }: CanvasNode): VariableChoice[] {
  const about = say(agentFlowTexts, 'refStep', { name: data.label });
  const fields = ['llmStructuredOutput', 'agentStructuredOutput'].flatMap((param) =>
    namesIn(data.inputs?.[param], 'key'),
  );
  return [
    choice(id, about, data.label),
    ...fields.map((field) => choice(`${id}.output.${field}`, about, `${data.label}: ${field}`)),
  ];
}

/** Everything that a text of a step may name. */
export function stepChoices(
  doc: Drawing,
  nodeId: string,
  input: TemplateInput,
  configNames: readonly string[],
): VariableChoice[] {
  const t = (key: AboutKey) => say(agentFlowTexts, key);
  const isInside = nodeById(doc.nodes, nodeId)?.containerId !== undefined;
  return [
    ...(input['acceptNodeOutputAsVariable'] === true ? [choice('output', t('refOutput'))] : []),
    ...(isInside ? [choice('$iteration', t('refIteration'))] : []),
    choice('question', t('refQuestion')),
    ...ofStart(doc),
    ...stateKeys(doc).map((key) => choice(`$flow.state.${key}`, t('refState'))),
    ...stepsBefore(doc, nodeId)
      .filter(({ data }) => data.name !== 'startAgentflow')
      .flatMap(ofStep),
    ...configNames.map((name) => choice(`$vars.${name}`, t('refVariable'))),
    choice('chat_history', t('refHistory')),
    choice('file_attachment', t('refFile')),
    choice('current_date_time', t('refTime')),
    choice('runtime_messages_length', t('refMessages')),
    choice('loop_count', t('refLoops')),
    ...runNames.map((name) => choice(`$flow.${name}`, t('refRun'))),
  ];
}

const reference = /\{\{([^{}]+)\}\}/g;

/** The first reference of a text that leads nowhere, with the reason; undefined when all of them lead somewhere. */
export function unknownReference(
  text: string,
  choices: readonly VariableChoice[],
  doc: Drawing,
): string | undefined {
  const names = choices.map(({ name }) => name);
  const isKnown = (path: string) =>
    names.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
  for (const [whole, inner = ''] of text.matchAll(reference)) {
    const path = inner.trim();
    if (isKnown(path)) continue;
    const values = { reference: whole };
    if (path.startsWith('$form')) return say(agentFlowTexts, 'unknownForm', values);
    if (path.startsWith('$flow.state')) return say(agentFlowTexts, 'unknownState', values);
    if (path.startsWith('$vars')) return say(agentFlowTexts, 'unknownVariable', values);
    if (path.startsWith('$iteration')) return say(agentFlowTexts, 'unknownIteration', values);
    if (/^output\b/.test(path)) return say(agentFlowTexts, 'unknownOutput', values);
    const isStep = doc.nodes.some(({ id }) => path === id || path.startsWith(`${id}.`));
    return say(agentFlowTexts, isStep ? 'unknownLater' : 'unknownName', values);
  }
  return undefined;
}
