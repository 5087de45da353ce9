import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { checkOverlap } from '../../text/check-overlap.ts';
import { readJson } from '../../text/read-json.ts';

function toSeparators(text: string | undefined): { separators?: string[] } {
  if (!text) return {};
  const list = readJson(text);
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return { separators: list };
  throw new AppError(
    'INVALID_INPUT',
    'Custom Separators: enter a JSON list of strings, for example ["\\n\\n", " "].',
  );
}

/** Splits texts at the widest separator that makes them short enough. */
export const recursiveCharacterTextSplitter = defineNode({
  name: 'recursiveCharacterTextSplitter',
  label: 'Recursive Character Text Splitter',
  version: 2,
  category: 'Text Splitters',
  description: 'Cuts text at paragraphs, else lines, else words, into pieces of a given length.',
  icon: 'scissors',
  isReusable: true,
  inputs: {
    chunkSize: param.number({
      label: 'Chunk Size',
      description: 'Characters in a piece, at most.',
      optional: true,
      default: 1000,
      min: 1,
    }),
    chunkOverlap: param.number({
      label: 'Chunk Overlap',
      description: 'Characters that a piece shares with the one before it.',
      optional: true,
      default: 200,
      min: 0,
    }),
    separators: param.string({
      label: 'Custom Separators',
      description: 'Where to cut, the widest first, as a JSON list. Replaces the usual ones.',
      placeholder: '["\\n\\n", "\\n", " ", ""]',
      rows: 4,
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: {
    recursiveCharacterTextSplitter: output(['RecursiveCharacterTextSplitter', 'TextSplitter'], {
      label: 'Recursive Character Text Splitter',
    }),
  },

  async run({ chunkSize, chunkOverlap, separators }, { nodeId }) {
    const settings = { ...checkOverlap(chunkSize, chunkOverlap), ...toSeparators(separators) };
    return {
      recursiveCharacterTextSplitter: {
        nodeId,
        async split(documents) {
          const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters');
          const pieces = await new RecursiveCharacterTextSplitter(settings).splitDocuments(documents);
          return pieces.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
        },
      },
    };
  },
});
