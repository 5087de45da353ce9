import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkOverlap } from '../../text/check-overlap.ts';
import { codeSeparators } from '../../text/code-separators.ts';

/** Splits source code where its language has boundaries. */
export const codeTextSplitter = implementNode({
  name: 'codeTextSplitter',
  icon: 'braces',
  description: 'Cuts source code at classes and functions, else at lines, into pieces of a given length.',
  isReusable: true,

  async run({ language, chunkSize, chunkOverlap }, { nodeId }) {
    const sizes = checkOverlap(chunkSize, chunkOverlap);
    const splitter: TextSplitter = {
      nodeId,
      async split(documents) {
        const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters');
        const separators = await codeSeparators(language);
        const pieces = await new RecursiveCharacterTextSplitter({ ...sizes, separators }).splitDocuments(
          documents,
        );
        return pieces.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
      },
    };
    return { codeTextSplitter: splitter };
  },
});
