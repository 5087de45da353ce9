import { modelReranker, wordsReranker } from '@tendril/contract/api/search-configuration';
import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';

/** How a knowledge base is searched, as fields of its vector store. */
export const searchInputs: TemplateInput[] = [
  {
    name: 'topK',
    label: 'Top K',
    type: 'number',
    description: 'How many chunks a question finds; 4 when empty.',
    placeholder: '4',
    optional: true,
    min: 1,
    max: 200,
    step: 1,
  },
  {
    name: 'searchMode',
    label: 'Search by',
    type: 'options',
    default: 'hybrid',
    optional: true,
    options: [
      { name: 'hybrid', label: 'Meaning and words' },
      { name: 'vectors', label: 'Meaning' },
      { name: 'words', label: 'Words' },
    ],
  },
  {
    name: 'wordWeight',
    label: 'Weight of words',
    type: 'number',
    description: 'From 0, where meaning decides the order, to 1, where words do; 0.5 when empty.',
    placeholder: '0.5',
    optional: true,
    min: 0,
    max: 1,
    step: 0.1,
  },
  {
    name: 'minScore',
    label: 'Minimum score',
    type: 'number',
    description: 'Chunks less similar to the question are left out, −1 to 1; none when empty.',
    optional: true,
    min: -1,
    max: 1,
    step: 0.05,
  },
  {
    name: 'diversity',
    label: 'Diversity',
    type: 'number',
    description: 'How different the chunks of an answer are, 0 to 1; 0 when empty.',
    placeholder: '0',
    optional: true,
    min: 0,
    max: 1,
    step: 0.1,
  },
];

const builtIn = {
  version: 1,
  icon: 'list-tree',
  tags: ['built-in'],
  category: 'Retrievers',
  hideOutput: true,
};

/** Rerankers besides those of the catalogue. */
export const builtInRerankers: NodeTemplate[] = [
  {
    ...builtIn,
    name: wordsReranker,
    label: 'Word overlap (stand-in)',
    type: 'Reranker',
    baseClasses: ['Reranker'],
    description:
      'Puts chunks that share rare words with the question first. Works offline; a model does it better.',
    inputs: [],
  },
  {
    ...builtIn,
    name: modelReranker,
    label: 'Chat model',
    type: 'Reranker',
    baseClasses: ['Reranker'],
    description: 'A chat model reads the chunks found and puts them in order. Slow: allow it a few seconds.',
    inputs: [],
  },
];

const decidedAfter = new Set(['query', 'topK', 'topN']);

/** A reranking retriever without the fields that a search decides. */
export function withoutQuery(template: NodeTemplate): NodeTemplate {
  return { ...template, inputs: template.inputs.filter(({ name }) => !decidedAfter.has(name)) };
}
