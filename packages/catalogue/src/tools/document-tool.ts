import type { JSONSchema7 } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Tool } from '@tendril/contract/provider/tool';
import { toPassages } from '../text/passages.ts';
import { asRecord } from './as-record.ts';
import { citedPassages } from './cited-passages.ts';

const inputSchema: JSONSchema7 = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What to look for' } },
  required: ['input'],
  additionalProperties: false,
};

interface DocumentSearch {
  nodeId: string;
  name: string;
  description: string;
  /** The caller sees what was found. */
  showsSources: boolean;
  retrieve(question: string, context: RunContext): Promise<SourceDocument[]>;
}

/** A tool that looks things up in documents. */
export function documentTool({ showsSources, retrieve, ...tool }: DocumentSearch): Tool {
  return {
    ...tool,
    inputSchema,
    async execute(input, context) {
      const documents = await retrieve(String(asRecord(input)['input'] ?? ''), context);
      if (documents.length === 0)
        return { text: nothingFound(context), ...(showsSources && { sourceDocuments: documents }) };
      if (!showsSources) return { text: toPassages(documents) };
      return { text: citedPassages(documents, 1), sourceDocuments: documents };
    },
  };
}

function nothingFound({ services: { unknownAnswer } }: RunContext): string {
  if (unknownAnswer === undefined) return 'Nothing was found.';
  return `Nothing was found. Unless something else that you were given answers the question, answer with exactly this: ${unknownAnswer}`;
}
