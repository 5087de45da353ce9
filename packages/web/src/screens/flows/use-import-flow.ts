import { useQueryClient } from '@tanstack/react-query';
import { importBundle } from '@tendril/contract/api/export-import';
import { createFlow } from '@tendril/contract/api/flows';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useFileDrop } from '../../features/chat/use-file-drop.ts';
import { isFullBundle } from '../../features/export-import/export-flows.ts';
import { call } from '../../kit/api/call.ts';
import { enqueueSnackbar, notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { flowPath } from './flow-paths.ts';
import { readFlowFile } from './read-flow-file.ts';

/** Makes a flow from a file; where it listens, also from one that is dropped on the page, or from text that is pasted there. */
export function useImportFlow({ isListening = true }: { isListening?: boolean } = {}) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const page = useRef(document.body);

  const importText = useCallback(
    async (fileName: string, text: string) => {
      if (isFullBundle(text)) {
        try {
          await call(importBundle, { body: JSON.parse(text) });
          await client.invalidateQueries();
          notify(t('importedBundle'), 'success');
        } catch (thrown) {
          notifyError(thrown);
        }
        return;
      }
      const read = readFlowFile(fileName, text);
      if ('problem' in read) {
        enqueueSnackbar(read.problem, { variant: 'error', persist: true });
        return;
      }
      const { name, kind, description, flowData } = read.flow;
      try {
        const flow = await call(createFlow, { body: { name, type: kind, description, flowData } });
        await client.invalidateQueries({ queryKey: ['flows'] });
        notify(t('imported', { name: flow.name }), 'success');
        await navigate(flowPath(kind, flow.id));
      } catch (thrown) {
        notifyError(thrown);
      }
    },
    [client, navigate, t],
  );
  const importFiles = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      if (files.length > 1) notify(t('importOne', { file: file.name }), 'info');
      await importText(file.name, await file.text());
    },
    [importText, t],
  );
  const isDropping = useFileDrop(page, isListening ? (files) => void importFiles(files) : undefined);

  useEffect(() => {
    if (!isListening) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isWriting(event.target) || !/"nodes"\s*:\s*\[/.test(text)) return;
      event.preventDefault();
      void importText(t('clipboard'), text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [importText, isListening, t]);

  return { importFiles, isDropping };
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable], dialog, [role=dialog]') !== null
  );
}
