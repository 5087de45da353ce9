import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkOverlap } from '../../text/check-overlap.ts';

/** What people write for characters that cannot be typed. */
function withControlCharacters(separator: string): string {
  return separator.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

/** Splits texts at one separator. */
export const characterTextSplitter = implementNode({
  name: 'characterTextSplitter',
  icon: 'scissors',
  description: 'Cuts text at a separator of your choice, into pieces of a given length.',
  isReusable: true,

  async run({ chunkSize, chunkOverlap, separator }, { nodeId }) {
    const settings = {
      ...checkOverlap(chunkSize, chunkOverlap),
      ...(separator && { separator: withControlCharacters(separator) }),
    };
    const splitter: TextSplitter = {
      nodeId,
      async split(documents) {
        const { CharacterTextSplitter } = await import('@langchain/textsplitters');
        const pieces = await new CharacterTextSplitter(settings).splitDocuments(documents);
        return pieces.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
      },
    };
    return { characterTextSplitter: splitter };
  },
});
