import { useQueryClient } from '@tanstack/react-query';
import { uploadDocumentFiles } from '@tendril/contract/api/document-files';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { enqueueSnackbar, notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { storesKey } from '../stores.queries.ts';
import type { PathedFile } from './dropped-files.ts';
import type { FilesPlace } from './files.queries.ts';

/** One request takes this many files, and about this many bytes. */
const filesAtOnce = 20;
const bytesAtOnce = 20 * 1024 * 1024;

/** Files in requests of a fitting size. */
function inParts(files: readonly PathedFile[]): PathedFile[][] {
  const parts: PathedFile[][] = [];
  let bytes = 0;
  for (const one of files) {
    const last = parts.at(-1);
    if (!last || last.length >= filesAtOnce || bytes + one.file.size > bytesAtOnce) {
      parts.push([one]);
      bytes = one.file.size;
    } else {
      last.push(one);
      bytes += one.file.size;
    }
  }
  return parts;
}

/** Sends files to a source, a few at a time. */
export function useFileUpload(params: FilesPlace) {
  const t = useTexts(knowledgeFileTexts);
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const send = async (files: readonly PathedFile[]) => {
    if (progress !== null || files.length === 0) return;
    const total = files.length;
    setProgress({ done: 0, total });
    const sum = { added: 0, replaced: 0, unchanged: 0 };
    const refused: string[] = [];
    let done = 0;
    try {
      for (const part of inParts(files)) {
        const form = new FormData();
        form.append('keys', JSON.stringify(part.map(({ path }) => path)));
        for (const { file } of part) form.append('files', file, file.name);
        const answer = await call(uploadDocumentFiles, { params, form });
        for (const key of ['added', 'replaced', 'unchanged'] as const) sum[key] += answer[key];
        refused.push(...answer.refused.map(({ message }) => message));
        done += part.length;
        setProgress({ done, total });
        await client.invalidateQueries({ queryKey: [...storesKey, 'files'] });
      }
      notify(t('sent', sum), 'success');
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setProgress(null);
      await client.invalidateQueries({ queryKey: storesKey });
    }
    const [reason] = refused;
    if (reason !== undefined)
      enqueueSnackbar(t('refused', { count: refused.length, reason }), { variant: 'error', persist: true });
  };
  return { progress, send };
}
