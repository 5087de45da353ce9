import { AppError } from '@tendril/contract/app-error';
import type { SourceDocument } from '@tendril/contract/provider/document';
import * as z from 'zod';
import { runUserCode } from '../../code/run-user-code.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { documentText } from '../../retrieval/load-documents.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { toPromptValues } from '../../text/prompt-values.ts';

const returned = z.array(
  z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()).default({}) }),
);

function toDocuments(value: unknown): SourceDocument[] {
  const parsed = returned.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'NODE_FAILED',
    'Custom Document Loader must return a list of objects with "pageContent" and "metadata".',
  );
}

/** Documents that the user's own code makes. */
export const customDocumentLoader = implementNode({
  name: 'customDocumentLoader',
  icon: 'square-function',
  description: 'Documents, or one text, that JavaScript of your own returns.',

  async run({ functionInputVariables, javascriptFunction: code }, context) {
    const variables = toPromptValues(functionInputVariables);
    const request = { code, variables, nodeId: context.nodeId, name: 'Custom Document Loader' };
    const value = await runUserCode(request, context);
    if (context.output === 'text' && !Array.isArray(value)) return { text: toPromptText(value) };
    const document = toDocuments(value);
    return { document, text: documentText(document) };
  },
});
