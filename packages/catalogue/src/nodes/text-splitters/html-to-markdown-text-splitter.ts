import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkOverlap } from '../../text/check-overlap.ts';
import { splitMarkdown } from '../../text/split-markdown.ts';

/** Turns HTML into markdown and splits that. */
export const htmlToMarkdownTextSplitter = implementNode({
  name: 'htmlToMarkdownTextSplitter',
  icon: 'square-code',
  description: 'Turns web pages into markdown and cuts that at its headings, else at paragraphs.',
  isReusable: true,

  async run({ chunkSize, chunkOverlap }, { nodeId }) {
    const sizes = checkOverlap(chunkSize, chunkOverlap);
    const splitter: TextSplitter = {
      nodeId,
      async split(documents) {
        const { htmlToMarkdown } = await import('../../text/html-to-markdown.ts');
        const markdown = documents.map(({ pageContent, metadata }) => ({
          pageContent: htmlToMarkdown(pageContent),
          metadata,
        }));
        return splitMarkdown(markdown, sizes);
      },
    };
    return { htmlToMarkdownTextSplitter: splitter };
  },
});
