import { FolderPlus } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { Button } from '../../../kit/ui/button.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { chosenFiles, type Dropped } from '../files/dropped-files.ts';

// Every browser knows it, no standard does.
const wholeFolder = { webkitdirectory: '' };

interface FolderButtonProps extends Pick<ComponentProps<typeof Button>, 'isFullWidth' | 'isBusy' | 'look'> {
  onFolder: (dropped: Dropped) => void;
}

/** Chooses a folder with everything in it: the way for those who do not drop. */
export function FolderButton({ onFolder, ...look }: FolderButtonProps) {
  const t = useTexts(knowledgeFileTexts);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        {...wholeFolder}
        hidden
        aria-label={t('addFolder')}
        onChange={({ currentTarget }) => {
          onFolder(chosenFiles(currentTarget.files));
          // Allows choosing the same folder again.
          currentTarget.value = '';
        }}
      />
      <PermittedButton
        {...look}
        needs="knowledge:edit"
        icon={<FolderPlus size={20} />}
        onClick={() => picker.current?.click()}
      >
        {t('addFolder')}
      </PermittedButton>
    </>
  );
}
