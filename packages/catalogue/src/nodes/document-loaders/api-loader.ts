import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { loadText } from '../../loading/load-text.ts';
import { omitMetadata } from '../../loading/omit-metadata.ts';
import { checkAddress, toHeaders } from '../../model/address.ts';
import { documentText, loadDocuments } from '../../retrieval/load-documents.ts';
import { traceStep } from '../../step/trace-step.ts';
import { readLimited } from '../../text/read-limited.ts';
import { serviceFetch } from '../../tools/service-fetch.ts';

type Inputs = NodeInputs['apiLoader'];

const mostBytes = 25_000_000;

async function request(inputs: Inputs, context: RunContext): Promise<string> {
  if (inputs.caFile) {
    throw new AppError('FLOW_INVALID', 'API Loader: a certificate of its own is not supported. Remove it.');
  }
  const isPost = inputs.method === 'POST';
  const response = await serviceFetch(context)(checkAddress(inputs.url, 'URL'), {
    method: inputs.method,
    headers: {
      ...(isPost && { 'content-type': 'application/json' }),
      ...toHeaders(inputs.headers, 'Headers'),
    },
    signal: context.signal,
    ...(isPost && { body: JSON.stringify(inputs.body ?? {}) }),
  });
  if (!response.ok) {
    throw new AppError('NODE_FAILED', `API Loader: ${inputs.url} answered with HTTP ${response.status}.`);
  }
  const { text, isCut } = await readLimited(response, mostBytes);
  if (isCut) throw new AppError('TOO_LARGE', 'API Loader: the response is larger than 25 MB.');
  return text;
}

/** What an API answers, as a document. */
export const apiLoader = implementNode({
  name: 'apiLoader',
  icon: 'globe',
  description: 'What an address answers to a GET or POST request, as a document.',

  async run(inputs, context) {
    const { url, method, textSplitter, metadata, omitMetadataKeys } = inputs;
    const step = {
      kind: 'request',
      name: 'API Loader',
      nodeId: context.nodeId,
      input: { method, url },
    } as const;
    const show = (answer: string) => ({ characters: answer.length });
    const text = await traceStep(step, context, () => request(inputs, context), show);
    const loaded = await loadDocuments([{ text, metadata: { source: url } }], { textSplitter, metadata });
    const document = omitMetadata(loaded, omitMetadataKeys, metadata);
    return { document, text: documentText(document) };
  },

  async *load(inputs, context) {
    yield* loadText(await request(inputs, context));
  },
});
