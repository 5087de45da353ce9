import { AudioLines, FileText, X } from 'lucide-react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './attachment-chips.module.css';
import type { SentFile } from './sent-file.ts';
import type { Attached } from './use-attachments.ts';

/** The files that wait for their question, each with a way to take it off. */
export function AttachmentChips({
  items,
  onRemove,
}: {
  items: readonly Attached[];
  onRemove: (id: string) => void;
}) {
  const t = useTexts(chatTexts);
  if (items.length === 0) return null;
  return (
    <ul className={styles['chips']} aria-label={t('attachments')}>
      {items.map(({ id, file, upload }) => (
        <li key={id} className={styles['chip']} aria-busy={upload === undefined || undefined}>
          <FileLook file={file} />
          <IconButton label={t('removeFile', { name: file.name })} size="small" onClick={() => onRemove(id)}>
            <X size={14} />
          </IconButton>
          {upload === undefined && (
            <span className="visually-hidden" role="status">
              {t('readingFile', { name: file.name })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The files that went along with a question. */
export function SentFiles({ files }: { files: readonly SentFile[] }) {
  const t = useTexts(chatTexts);
  return (
    <ul className={styles['chips']} aria-label={t('sentFiles')}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <li key={index} className={styles['chip']}>
          <FileLook file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLook({ file: { name, mime, preview } }: { file: SentFile }) {
  const Icon = mime.startsWith('audio/') ? AudioLines : FileText;
  return (
    <>
      {preview ? <img src={preview} alt="" /> : <Icon size={16} />}
      <span title={name}>{name}</span>
    </>
  );
}
