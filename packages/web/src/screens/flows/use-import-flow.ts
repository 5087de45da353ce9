import { useEffect, useRef } from 'react';
import { useFileDrop } from '../../features/chat/use-file-drop.ts';
import { askImport, askImportOf } from '../../features/export-import/import-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';

/** Imports files; where it listens, also those that are dropped on the page, or text that is pasted there. */
export function useImportFlow({ isListening = true }: { isListening?: boolean } = {}) {
  const t = useTexts(flowsTexts);
  const page = useRef(document.body);
  const isDropping = useFileDrop(page, isListening ? (files) => void askImportOf(files) : undefined);

  useEffect(() => {
    if (!isListening) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isWriting(event.target) || !/"nodes"\s*:\s*\[/.test(text)) return;
      event.preventDefault();
      askImport([{ name: t('clipboard'), text }]);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isListening, t]);

  return { importFiles: askImportOf, isDropping };
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable], dialog, [role=dialog]') !== null
  );
}
