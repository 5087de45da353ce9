import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { useFlowFile, useIsDirty } from './editing-session.ts';
import styles from './top-bar.module.css';

const longestName = 200;

/** The flow's name with its mark of unsaved edits (SP-100), written where it stands. */
export function FlowName({ onRename }: { onRename: (name: string) => void }) {
  const t = useTexts(canvasTexts);
  const name = useFlowFile((file) => file.name);
  const isDirty = useIsDirty();
  const [isWriting, setIsWriting] = useState(false);
  const keep = (text: string) => {
    setIsWriting(false);
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed !== name) onRename(trimmed);
  };
  if (isWriting) {
    return (
      <input
        className={styles['nameField']}
        aria-label={t('flowName')}
        defaultValue={name}
        maxLength={longestName}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep(event.currentTarget.value);
          if (event.key === 'Escape') setIsWriting(false);
        }}
      />
    );
  }
  return (
    <>
      <h1 className={styles['name']} title={name}>
        {name}
        {isDirty && (
          <span className={styles['dirty']} title={t('unsaved')}>
            *<span className="visually-hidden">{t('unsaved')}</span>
          </span>
        )}
      </h1>
      <IconButton label={t('rename')} size="small" onClick={() => setIsWriting(true)}>
        <Pencil size={16} />
      </IconButton>
    </>
  );
}
