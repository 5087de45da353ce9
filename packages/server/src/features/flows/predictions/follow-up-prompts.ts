import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { RunnableFlow } from '../flows/public.ts';

const questionCount = 3;
const longestQuestion = 300;
const longestHistory = 8000;
const latestTurns = 12;

const ownPrompt =
  'This is a conversation between a person and an assistant:\n\n{history}\n\n' +
  'Write three short questions that the person could ask next.';
// Independent of what the owner's prompt says about the format.
const formRule =
  'Write each of the three questions in the words of the person. Answer with a JSON list of three strings, nothing else.';

/** How a flow's follow-up questions are made. */
export interface FollowUpSettings {
  /** Name of the chat model's node. */
  provider: string;
  credentialId: string | undefined;
  prompt: string;
  /** Values of the node's parameters, by name. */
  values: Readonly<Record<string, unknown>>;
}

/** The settings, when follow-up questions are enabled. */
export function followUpSettingsOf({
  followUpPrompts: settings,
}: Pick<RunnableFlow, 'followUpPrompts'>): FollowUpSettings | undefined {
  const provider = settings['selectedProvider'];
  if (settings['status'] !== true || typeof provider !== 'string' || provider === '') return undefined;
  const given = settings[provider];
  const values = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const { credentialId, prompt, ...rest } = values;
  return {
    provider,
    credentialId: typeof credentialId === 'string' && credentialId !== '' ? credentialId : undefined,
    prompt: typeof prompt === 'string' && prompt.trim() !== '' ? prompt : ownPrompt,
    values: rest,
  };
}

/** The request to the model: the owner's prompt with the conversation in place of `{history}`. */
export function followUpRequest(prompt: string, turns: readonly ChatTurn[]): string {
  const lines = turns
    .slice(-latestTurns)
    .map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`);
  const history = lines.join('\n').slice(-longestHistory);
  const filled = prompt.includes('{history}')
    ? prompt.replaceAll('{history}', () => history)
    : `${prompt}\n\n${history}`;
  return `${filled}\n\n${formRule}`;
}

/** A small flow of its own: the chosen model, asked once with the question as the whole prompt. */
export function followUpFlow(
  { provider, credentialId, values }: FollowUpSettings,
  templates: ReadonlyMap<string, NodeTemplate>,
): FlowData {
  const flow = new FlowBuilder((name) => {
    const template = templates.get(name);
    if (!template) throw new Error(`This installation has no node "${name}".`);
    return template;
  });
  const known = (templates.get(provider)?.inputs ?? []).filter(({ type }) => isParamType(type));
  const names = new Set(known.map(({ name }) => name));
  const fitting = Object.entries(values).filter(
    ([name, value]) => names.has(name) && value !== '' && value !== null,
  );
  const model = flow.add(provider, { x: 0, y: 0 }, Object.fromEntries(fitting));
  const prompt = flow.add('promptTemplate', { x: 0, y: 400 }, { template: '{question}' });
  const chain = flow.add('llmChain', { x: 400, y: 0 });
  const built = flow.connect(model, chain, 'model').connect(prompt, chain, 'prompt').build();
  const node = built.nodes[0];
  if (node && credentialId) node.data.credential = credentialId;
  return built;
}

/** The questions in a model's answer: a JSON list, or else lines. */
export function readQuestions(text: string): string[] {
  const found = readJsonList(text) ?? text.split('\n').filter((line) => line.trim().endsWith('?'));
  const plain = found.map((question) =>
    question
      .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
      .replace(/^"|"$/g, '')
      .trim(),
  );
  const fitting = plain.filter((question) => question !== '' && question.length <= longestQuestion);
  return [...new Set(fitting)].slice(0, questionCount);
}

function readJsonList(text: string): string[] | undefined {
  const from = text.indexOf('[');
  const to = text.lastIndexOf(']');
  if (from < 0 || to < from) return undefined;
  try {
    const list: unknown = parseShallowJson(text.slice(from, to + 1));
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
  } catch {
    return undefined;
  }
}
