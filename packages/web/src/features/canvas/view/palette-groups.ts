import type { FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { stepGroupNames, stepGroups } from './step-groups.ts';
import { isSecondChoice } from './twin-marks.ts';

interface PaletteGroup {
  category: string;
  templates: NodeTemplate[];
}

const order = [
  'Chat Models',
  'Vector Stores',
  'Document Loaders',
  'Agents',
  'Sequential Agents',
  'Chains',
  'Tools',
  'Memory',
  'Embeddings',
  'Voice',
  'Utilities',
];

const agentMemories = new Set([
  'agentMemory',
  'sqliteAgentMemory',
  'postgresAgentMemory',
  'mySQLAgentMemory',
]);
const onlyChat = new Set(['Agents', 'Memory', 'Record Manager', 'Utilities']);
const pipelineFirst = new Set(['Multi Agents', 'Sequential Agents']);
/** Steps of Agentflow V2 stand on canvases of their own. */
const agentFlowSteps = 'Agent Flows';
const pipelineUtilities = new Set(['getVariable', 'setVariable', 'stickyNote', ...agentMemories]);

/** A flow may hold steps of a pipeline too; a pipeline's canvas hides what its steps cannot use. */
function isOfKind(template: Pick<NodeTemplate, 'name' | 'category'>, kind: FlowType): boolean {
  if (template.category === agentFlowSteps || kind === 'AGENTFLOW') {
    return template.category === agentFlowSteps && kind === 'AGENTFLOW';
  }
  if (kind === 'CHATFLOW') return !agentMemories.has(template.name);
  return !onlyChat.has(template.category) || pipelineUtilities.has(template.name);
}

/** Whether a canvas of this kind offers a node: one that fits it, and that can run. */
export function isOffered(
  template: Pick<NodeTemplate, 'name' | 'category' | 'canRun'>,
  kind: FlowType,
): boolean {
  return template.canRun !== false && isOfKind(template, kind);
}

/** The nodes that a canvas of this kind would offer if they could run. */
export function unrunnableTemplates(templates: Iterable<NodeTemplate>, kind: FlowType): NodeTemplate[] {
  return [...templates].filter((template) => template.canRun === false && isOfKind(template, kind));
}

/** Categories that stand open when a canvas opens. */
export function firstOpen(kind: FlowType): string[] {
  if (kind === 'AGENTFLOW') return stepGroupNames();
  return kind === 'MULTIAGENT'
    ? ['Multi Agents', 'Sequential Agents']
    : ['Chat Models', 'Chains', 'Vector Stores', 'Document Loaders'];
}

function placeOf(category: string, kind: FlowType): number {
  if (kind === 'MULTIAGENT' && pipelineFirst.has(category)) return -1;
  const place = order.indexOf(category);
  return place === -1 ? order.length : place;
}

/** The demo model needs no key, so it comes first. */
const isDemo = (template: NodeTemplate) => (template.name.toLowerCase().includes('demo') ? 0 : 1);

const byChoice = (one: NodeTemplate, other: NodeTemplate) =>
  Number(isSecondChoice(one)) - Number(isSecondChoice(other));

const byName = (one: NodeTemplate, other: NodeTemplate) =>
  isDemo(one) - isDemo(other) || byChoice(one, other) || one.label.localeCompare(other.label);

/** The nodes a canvas offers by category, in the order of the palette. */
export function paletteGroups(templates: Iterable<NodeTemplate>, kind: FlowType): PaletteGroup[] {
  const offered = [...templates].filter((template) => isOffered(template, kind));
  if (kind === 'AGENTFLOW') return stepGroups(offered);
  const groups = Map.groupBy(offered, (template) => template.category);
  return [...groups]
    .map(([category, members]) => ({ category, templates: members.sort(byName) }))
    .sort(
      (one, other) =>
        placeOf(one.category, kind) - placeOf(other.category, kind) ||
        one.category.localeCompare(other.category),
    );
}

/** How well one text answers a search word: 0 not at all; the letters in order count least. */
function wordScore(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return /[\s(_-]/.test(text[at - 1] ?? '') ? 6 : 4;
  let from = 0;
  for (const letter of word) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return 1;
}

/** The whole name typed, or its beginning, beats any sum of words found here and there. */
function labelBonus(label: string, query: string): number {
  if (label === query) return 100;
  return label.startsWith(query) ? 20 : 0;
}

function templateScore(template: NodeTemplate, words: readonly string[]): number {
  const label = template.label.toLowerCase();
  const fields: readonly (readonly [string, number])[] = [
    [label, 3],
    [template.name.toLowerCase(), 2],
    [template.category.toLowerCase(), 1],
    ...(template.tags ?? []).map((tag) => [tag.toLowerCase(), 1] as const),
  ];
  const description = template.description.toLowerCase();
  let score = labelBonus(label, words.join(' '));
  for (const word of words) {
    const best = Math.max(
      ...fields.map(([field, weight]) => wordScore(field, word) * weight),
      description.includes(word) ? 3 : 0,
    );
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

/**
 * The nodes that fit every word of a search, best first; letters may be left out. Among equals those a person likes
 * stand first, and last what another node does too.
 */
export function searchTemplates(
  templates: readonly NodeTemplate[],
  query: string,
  liked: ReadonlySet<string> = new Set(),
): NodeTemplate[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return templates
    .map((template) => ({
      template,
      score: templateScore(template, words),
      isLiked: liked.has(template.name),
    }))
    .filter(({ score }) => score > 0)
    .sort(
      (one, other) =>
        other.score - one.score ||
        byChoice(one.template, other.template) ||
        Number(other.isLiked) - Number(one.isLiked) ||
        byName(one.template, other.template),
    )
    .map(({ template }) => template);
}
