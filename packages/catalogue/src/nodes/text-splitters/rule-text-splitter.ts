import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blockSplitter } from '../../chunking/block-splitter.ts';
import { RuleChunker } from '../../chunking/rule-chunker.ts';

/** Splits documents by one rule. */
export const ruleTextSplitter = defineNode({
  name: 'ruleTextSplitter',
  label: 'By Rule',
  version: 1,
  category: 'Text Splitters',
  description:
    'One chunk for each page, slide or row of a table, or from each line on that matches a pattern.',
  icon: 'ruler',
  isReusable: true,
  inputs: {
    rule: param.options({
      label: 'One Chunk for Each',
      options: [
        { name: 'page', label: 'Page' },
        { name: 'slide', label: 'Slide' },
        { name: 'row', label: 'Row of a table' },
        { name: 'pattern', label: 'Line that matches a pattern' },
      ],
      default: 'page',
    }),
    pattern: param.string({
      label: 'Pattern',
      description: 'A regular expression; each line that it matches begins a chunk.',
      placeholder: '^§ \\d+',
      optional: true,
      show: { rule: 'pattern' },
    }),
    maxTokens: param.number({
      label: 'Largest Chunk in Tokens',
      description: 'A longer one is cut; a token is counted as four characters.',
      optional: true,
      default: 2000,
      min: 50,
      max: 16000,
    }),
  },
  outputs: { ruleTextSplitter: output(['RuleTextSplitter', 'TextSplitter'], { label: 'By Rule' }) },

  async run({ rule, pattern, maxTokens }, { nodeId }) {
    const settings = { rule, pattern: pattern ?? '', tokens: maxTokens ?? 2000 };
    // A pattern that is none is refused here, not at the first page.
    new RuleChunker(settings);
    return { ruleTextSplitter: blockSplitter(nodeId, () => new RuleChunker(settings)) };
  },
});
