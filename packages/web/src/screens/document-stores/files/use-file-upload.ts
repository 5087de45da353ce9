import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enqueueSnackbar, notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { storesKey } from '../stores.queries.ts';
import type { PathedFile } from './dropped-files.ts';
import type { FilesPlace } from './files.queries.ts';
import { type SentFiles, sendFiles } from './send-files.ts';

/** Sends files to a source, a few at a time. */
export function useFileUpload(params: FilesPlace) {
  const t = useTexts(knowledgeFileTexts);
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const send = async (files: readonly PathedFile[]) => {
    if (progress !== null || files.length === 0) return;
    const total = files.length;
    setProgress({ done: 0, total });
    const sum: SentFiles = { added: 0, replaced: 0, unchanged: 0, refused: [] };
    const onSent = async (done: number) => {
      setProgress({ done, total });
      await client.invalidateQueries({ queryKey: [...storesKey, 'files'] });
    };
    try {
      await sendFiles(params, { files, onSent }, sum);
      const { added, replaced, unchanged } = sum;
      notify(t('sent', { added, replaced, unchanged }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setProgress(null);
      await client.invalidateQueries({ queryKey: storesKey });
    }
    const [first] = sum.refused;
    const count = sum.refused.length;
    if (first)
      enqueueSnackbar(t('refused', { count, reason: first.message }), { variant: 'error', persist: true });
  };
  return { progress, send };
}
