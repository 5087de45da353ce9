import type { RunContext } from '@tendril/contract/node/run-context';
import { toModelError } from '../model/vendor-error.ts';
import { readFlowFiles } from '../retrieval/read-flow-files.ts';
import { refusalReason } from '../tools/refusal-reason.ts';
import { vectaraAccount, vectaraUrl } from './vectara-api.ts';

/** Brings the files of a `file` parameter to the first corpus; returns how many. */
export async function uploadToVectara(value: string, context: RunContext): Promise<number> {
  const { apiKey, corpora } = await vectaraAccount(context);
  const { services, signal } = context;
  const files = await readFlowFiles(value, services);
  for (const { name, bytes } of files) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    try {
      const response = await services.fetch(
        `${vectaraUrl}/corpora/${encodeURIComponent(corpora[0])}/upload_file`,
        { method: 'POST', headers: { 'x-api-key': apiKey }, body, redirect: 'manual', signal },
      );
      const text = await response.text();
      // The same file is there already.
      if (response.ok || response.status === 409) continue;
      throw Object.assign(new Error(refusalReason(text)), { statusCode: response.status });
    } catch (error) {
      throw toModelError(error, 'Vectara', signal, apiKey);
    }
  }
  return files.length;
}
