import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DropOverlay } from '../../kit/lists/drop-overlay.tsx';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useFolderDrop } from './files/use-folder-drop.ts';
import { FolderDialog } from './folder/folder-dialog.tsx';
import styles from './intake-overlay.module.css';
import { isPageAddress } from './source-settings.ts';
import type { SourceIntake } from './use-source-intake.ts';

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable], dialog, [role=dialog]') !== null
  );
}

/** Takes files that are dropped anywhere on the page and addresses that are pasted there; says how far it is. */
export function IntakeOverlay({ intake }: { intake: SourceIntake }) {
  const t = useTexts(knowledgeTexts);
  const { storeId, progress, folder, takeDropped, takeAddress } = intake;
  const { asked } = folder;
  const isOver = useFolderDrop(progress || asked ? undefined : takeDropped);

  const paste = useRef(takeAddress);
  useEffect(() => {
    paste.current = takeAddress;
  }, [takeAddress]);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isElsewhere(event.target) || !isPageAddress(text)) return;
      event.preventDefault();
      void paste.current(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  return (
    <>
      {isOver && <DropOverlay text={t(storeId === undefined ? 'dropMake' : 'dropAdd')} />}
      {asked && (
        <FolderDialog
          asked={asked}
          storeId={storeId}
          onTake={(target) => void folder.take(asked, target)}
          onClose={folder.cancel}
        />
      )}
      <div role="status">
        {progress && (
          <p className={styles['strip']}>
            <LoaderCircle size={18} />
            {progress.name === '' ? t('starting') : t('taking', { ...progress })}
          </p>
        )}
      </div>
    </>
  );
}
