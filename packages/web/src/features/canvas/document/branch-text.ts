import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { readGroups } from '@tendril/contract/node/list-value';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';

/** The parameter whose groups are the branches of a node. */
const branchParams: Readonly<Record<string, string>> = {
  conditionAgentflow: 'conditions',
  conditionAgentAgentflow: 'conditionAgentScenarios',
};

/** The parameter whose groups are a node's branches; undefined for a node without such. */
export function branchParam(name: string): string | undefined {
  return branchParams[name];
}

/** Whether the last branch of a node is what remains when none of its groups applies. */
export function hasElse(name: string): boolean {
  return name === 'conditionAgentflow';
}

const signs: Readonly<Record<string, string>> = {
  equal: '=',
  notEqual: '≠',
  larger: '>',
  largerEqual: '≥',
  smaller: '<',
  smallerEqual: '≤',
};
const words = {
  contains: 'contains',
  notContains: 'notContains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  regex: 'matches',
  isEmpty: 'isEmpty',
  notEmpty: 'notEmpty',
} as const;

const isWord = (operation: string): operation is keyof typeof words => operation in words;

const longest = 48;
/** A line of a few words does not need more of a text, and looking for marks takes long in large ones. */
const mostRead = 4000;

/** A text of the rich editor on one line, its references without braces: `{{ $flow.state.x }}` is `state.x`. */
export function plainText(value: unknown): string {
  const text = String(value ?? '')
    .slice(0, mostRead)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_, path: string) => path.trim().replace(/^\$(?:flow\.)?/, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function comparison({ value1, operation, value2 }: Record<string, unknown>): string {
  const left = plainText(value1);
  const name = String(operation ?? '');
  if (left === '' || name === '') return '';
  if (name === 'isEmpty' || name === 'notEmpty') return `${left} ${say(agentFlowTexts, words[name])}`;
  const sign = signs[name] ?? (isWord(name) ? say(agentFlowTexts, words[name]) : name);
  return `${left} ${sign} ${plainText(value2) || '“”'}`;
}

/** What each branch of a node is called: what it compares, its scenario, or the decision it stands for. */
export function branchTexts(data: FlowNodeData): string[] | undefined {
  if (data.name === 'humanInputAgentflow')
    return [say(agentFlowTexts, 'proceed'), say(agentFlowTexts, 'reject')];
  const param = branchParams[data.name];
  if (param === undefined) return undefined;
  const groups = readGroups(data.inputs?.[param]);
  const texts = groups.map((group, index) => {
    const text = hasElse(data.name) ? comparison(group) : plainText(group['scenario']);
    return text || say(agentFlowTexts, hasElse(data.name) ? 'condition' : 'scenario', { number: index + 1 });
  });
  return hasElse(data.name) ? [...texts, say(agentFlowTexts, 'else')] : texts;
}
