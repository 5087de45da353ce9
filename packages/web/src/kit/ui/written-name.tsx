import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './written-name.module.css';

interface WrittenNameProps {
  name: string;
  /** What the button says that begins the writing. */
  renameLabel: string;
  fieldLabel: string;
  size?: 'large' | 'normal';
  /** Behind the name. */
  mark?: ReactNode;
  onRename: (name: string) => void;
}

const longestName = 200;

/** The name of what a page is about, as its heading, written where it stands; an empty name changes nothing. */
export function WrittenName(props: WrittenNameProps) {
  const { name, renameLabel, fieldLabel, size = 'normal', mark, onRename } = props;
  const [isWriting, setWriting] = useState(false);
  const keep = (text: string) => {
    setWriting(false);
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed !== name) onRename(trimmed);
  };
  if (isWriting) {
    return (
      <input
        className={styles['field']}
        data-size={size}
        aria-label={fieldLabel}
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
      <h1 className={styles[size]} title={name}>
        {name}
        {mark}
      </h1>
      <IconButton label={renameLabel} size="small" onClick={() => setWriting(true)}>
        <Pencil size={16} />
      </IconButton>
    </>
  );
}
