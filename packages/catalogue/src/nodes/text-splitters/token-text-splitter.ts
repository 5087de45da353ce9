import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkOverlap } from '../../text/check-overlap.ts';
import { openEncoding } from '../../text/token-encoding.ts';

/** Splits texts by the tokens of a model's encoding. */
export const tokenTextSplitter = implementNode({
  name: 'tokenTextSplitter',
  icon: 'scissors',
  description: 'Cuts text into pieces of a given number of tokens.',
  isReusable: true,

  async run({ encodingName, chunkSize, chunkOverlap }, { nodeId }) {
    const sizes = checkOverlap(chunkSize, chunkOverlap);
    const splitter: TextSplitter = {
      nodeId,
      async split(documents) {
        const { TextSplitter: Splitter } = await import('@langchain/textsplitters');
        const encoding = await openEncoding(encodingName);
        class ByTokens extends Splitter {
          async splitText(text: string): Promise<string[]> {
            const tokens = encoding.encode(text);
            const pieces: string[] = [];
            for (let start = 0; start < tokens.length; start += chunkSize - chunkOverlap) {
              pieces.push(encoding.decode(tokens.slice(start, start + chunkSize)));
              if (start + chunkSize >= tokens.length) break;
            }
            return pieces;
          }
        }
        const pieces = await new ByTokens(sizes).splitDocuments(documents);
        return pieces.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
      },
    };
    return { tokenTextSplitter: splitter };
  },
});
