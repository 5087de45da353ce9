import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';

/** The steps of an agent flow by what they are for, each group in the order they are met; others are tools. */
const groups = [
  ['groupEnds', ['startAgentflow', 'directReplyAgentflow']],
  ['groupModels', ['llmAgentflow', 'agentAgentflow', 'conditionAgentAgentflow']],
  ['groupOrder', ['conditionAgentflow', 'iterationAgentflow', 'loopAgentflow', 'humanInputAgentflow']],
  [
    'groupTools',
    [
      'toolAgentflow',
      'retrieverAgentflow',
      'httpAgentflow',
      'customFunctionAgentflow',
      'executeFlowAgentflow',
    ],
  ],
] as const satisfies readonly (readonly [string, readonly string[]])[];

const notes = 'stickyNoteAgentflow';

interface StepGroup {
  category: string;
  templates: NodeTemplate[];
}

/** The names of the groups, in their order. */
export function stepGroupNames(): string[] {
  return groups.map(([key]) => say(agentFlowTexts, key));
}

/** The steps that the palette of an agent flow offers, by group; notes and unsorted ones come last. */
export function stepGroups(templates: readonly NodeTemplate[]): StepGroup[] {
  const sorted = groups.map(([key, names]): StepGroup => {
    const place = (name: string) => (names as readonly string[]).indexOf(name);
    const members = templates.filter(({ name }) => place(name) !== -1);
    return {
      category: say(agentFlowTexts, key),
      templates: members.sort((one, other) => place(one.name) - place(other.name)),
    };
  });
  const known = new Set<string>(groups.flatMap(([, names]) => names));
  const others = templates.filter(({ name }) => !known.has(name));
  const last = sorted.at(-1);
  last?.templates.push(...others.toSorted((one) => (one.name === notes ? 1 : -1)));
  return sorted.filter((group) => group.templates.length > 0);
}
