import { useCallback, useRef } from 'react';
import { useFileDrop } from '../../features/chat/use-file-drop.ts';
import { enqueueSnackbar, notify, notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useImportToolFiles } from './tools.queries.ts';

const maxBytes = 1_000_000;
const mostFiles = 50;

/** Adds the tools of chosen or dropped files; every file that is no tool is named with the field at fault. */
export function useToolFiles() {
  const t = useTexts(toolsTexts);
  const page = useRef(document.body);
  const { mutateAsync } = useImportToolFiles();

  const importFiles = useCallback(
    async (files: readonly File[]) => {
      const showError = (message: string) => enqueueSnackbar(message, { variant: 'error', persist: true });
      const small = files.filter(({ size }) => size <= maxBytes).slice(0, mostFiles);
      for (const { name } of files.filter(({ size }) => size > maxBytes))
        showError(t('importTooLarge', { file: name }));
      if (small.length === 0) return;
      try {
        const read = small.map(async (file) => ({ name: file.name.slice(0, 255), text: await file.text() }));
        const { imported, refused } = await mutateAsync(await Promise.all(read));
        for (const { file, path, message } of refused)
          showError(
            path ? t('importRefused', { file, path, message }) : t('importRefusedWhole', { file, message }),
          );
        if (imported.length > 0) notify(t('addedMany', { count: imported.length }), 'success');
      } catch (thrown) {
        notifyError(thrown);
      }
    },
    [mutateAsync, t],
  );
  const isDropping = useFileDrop(page, (files) => void importFiles(files));
  return { importFiles, isDropping };
}
