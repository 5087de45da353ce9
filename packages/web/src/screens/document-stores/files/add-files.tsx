import { FilePlus } from 'lucide-react';
import { useRef } from 'react';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { FolderButton } from '../folder/folder-button.tsx';
import { chosenFiles, type PathedFile } from './dropped-files.ts';

/** Chooses files, or a folder with everything in it. */
export function AddFiles({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: PathedFile[]) => void }) {
  const t = useTexts(knowledgeFileTexts);
  const files = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onFiles(chosenFiles(input.files).files);
    input.value = '';
  };
  return (
    <>
      <input ref={files} type="file" multiple hidden onChange={(event) => take(event.currentTarget)} />
      <FolderButton isBusy={isBusy} onFolder={(dropped) => onFiles(dropped.files)} />
      <PermittedButton
        needs="knowledge:edit"
        look="primary"
        icon={<FilePlus size={20} />}
        isBusy={isBusy}
        onClick={() => files.current?.click()}
      >
        {t('addFiles')}
      </PermittedButton>
    </>
  );
}
