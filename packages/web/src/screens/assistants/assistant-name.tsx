import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './assistant-head.module.css';

const longestName = 200;

/** The assistant's name, written where it stands. */
export function AssistantName({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const t = useTexts(assistantTexts);
  const [isWriting, setWriting] = useState(false);
  const keep = (text: string) => {
    setWriting(false);
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed !== name) onRename(trimmed);
  };
  if (isWriting) {
    return (
      <input
        className={styles['nameField']}
        aria-label={t('name')}
        defaultValue={name}
        maxLength={longestName}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep(event.currentTarget.value);
          if (event.key === 'Escape') setWriting(false);
        }}
      />
    );
  }
  return (
    <>
      <h1 className={styles['name']} title={name}>
        {name}
      </h1>
      <IconButton label={t('name')} size="small" onClick={() => setWriting(true)}>
        <Pencil size={16} />
      </IconButton>
    </>
  );
}
