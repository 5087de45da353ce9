import { FileText, FolderUp, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type FileEntry, readFiles, writeFiles } from './file-value.ts';
import type { EditorProps } from './param-props.ts';
import styles from './params.module.css';
import { useFileIntake } from './use-file-intake.ts';

/** Lets the picker choose a folder; React's types do not know the attribute. */
const folderPicker = { webkitdirectory: '' };

function FileList({ files, onRemove }: { files: readonly FileEntry[]; onRemove: (index: number) => void }) {
  const t = useTexts(paramTexts);
  return files.map((file, index) => (
    <div key={`${file.name}-${file.text.length}`} className={styles['file']}>
      <FileText size={18} />
      <span className={styles['fileName']}>{file.name}</span>
      <IconButton label={t('removeFile', { name: file.name })} size="small" onClick={() => onRemove(index)}>
        <X size={16} />
      </IconButton>
    </div>
  ));
}

/** Files that belong to the flow, one by one or a whole folder: chosen or dropped. */
export function FileInput({ fieldId, input, value, onChange, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { fileType } = input;
  const { flowId, sendFiles } = scope;
  const { add, isBusy } = useFileIntake({ value, fileType, flowId, sendFiles, onChange });
  const files = readFiles(value);
  const isFolder = input.type === 'folder';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void add(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is offered beside the button
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileList files={files} onRemove={(index) => onChange(writeFiles(files.toSpliced(index, 1)))} />
      <Button
        id={fieldId}
        size="small"
        icon={isFolder ? <FolderUp size={16} /> : <Upload size={16} />}
        isBusy={isBusy}
        onClick={() => picker.current?.click()}
      >
        {t(isFolder ? 'chooseFolder' : 'chooseFiles')}
      </Button>
      <small>{fileType ? t('dropHintTypes', { types: fileType }) : t('dropHint')}</small>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={fileType}
        {...(isFolder && folderPicker)}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
