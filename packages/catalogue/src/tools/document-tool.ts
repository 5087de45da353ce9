import type { JSONSchema7 } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Tool } from '@tendril/contract/provider/tool';
import { toPassages } from '../text/passages.ts';
import { asRecord } from './as-record.ts';

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
      const text = documents.length > 0 ? toPassages(documents) : 'Nothing was found.';
      return showsSources ? { text, sourceDocuments: documents } : { text };
    },
  };
}
