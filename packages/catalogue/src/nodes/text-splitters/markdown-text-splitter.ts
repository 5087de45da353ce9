import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkOverlap } from '../../text/check-overlap.ts';
import { markdownSections } from '../../text/markdown-sections.ts';
import { splitMarkdown } from '../../text/split-markdown.ts';

/** Splits markdown along its structure. */
export const markdownTextSplitter = implementNode({
  name: 'markdownTextSplitter',
  icon: 'scissors',
  description: 'Cuts markdown at its headings, else at paragraphs, into pieces of a given length.',
  isReusable: true,

  async run({ chunkSize, chunkOverlap, splitByHeaders = 'disabled' }, { nodeId }) {
    const sizes = checkOverlap(chunkSize, chunkOverlap);
    const splitter: TextSplitter = {
      nodeId,
      async split(documents) {
        if (splitByHeaders === 'disabled') return splitMarkdown(documents, sizes);
        const deepest = Number(splitByHeaders.slice(1));
        const sections = documents.flatMap(({ pageContent, metadata }) =>
          markdownSections(pageContent, deepest).map((section) => ({ pageContent: section, metadata })),
        );
        return splitMarkdown(sections, sizes);
      },
    };
    return { markdownTextSplitter: splitter };
  },
});
