import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { notify } from '../state/notifier-store.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type FileEntry, hasFileType, readFiles, toFileEntry, writeFiles } from './file-value.ts';
import type { EditorProps } from './param-props.ts';
import styles from './params.module.css';

/** Reads chosen files; what has a wrong ending or cannot be read is told and left out. */
function useFileReading(fileType: string | undefined) {
  const t = useTexts(paramTexts);
  return async (files: Iterable<File>): Promise<FileEntry[]> => {
    const entries: FileEntry[] = [];
    for (const file of files) {
      if (!hasFileType(file.name, fileType)) {
        notify(t('wrongType', { name: file.name, types: fileType ?? '' }), 'warning');
        continue;
      }
      const entry = await toFileEntry(file).catch(() => undefined);
      if (entry) entries.push(entry);
      else notify(t('fileFailed', { name: file.name }), 'error');
    }
    return entries;
  };
}

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

/** Files that belong to the flow: chosen or dropped, kept as data URIs with their names until the flow is saved. */
export function FileInput({ fieldId, input, value, onChange }: EditorProps) {
  const t = useTexts(paramTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const read = useFileReading(input.fileType);
  const files = readFiles(value);
  const add = async (chosen: Iterable<File>) => {
    const entries = await read(chosen);
    if (entries.length === 0) return;
    // Stored files and new ones have different forms: new ones take their place.
    const kept = files.filter((file) => file.text.startsWith('data:'));
    onChange(writeFiles([...kept, ...entries]));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void add([...event.dataTransfer.files]);
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
      <Button id={fieldId} size="small" icon={<Upload size={16} />} onClick={() => picker.current?.click()}>
        {t('chooseFiles')}
      </Button>
      <small>{input.fileType ? t('dropHintTypes', { types: input.fileType }) : t('dropHint')}</small>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={input.fileType}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
