import type { ReactNode } from 'react';
import styles from './copy-box.module.css';
import { CopyButton } from './copy-button.tsx';

interface CopyBoxProps {
  text: string;
  /** What the button that copies it is called. */
  copyLabel?: string;
  /** What the text is called. */
  name?: string;
  /** A line, or a block for what stands alone and may be long. */
  look?: 'line' | 'block';
  /** Further buttons. */
  children?: ReactNode;
}

/** A text in a frame, to be copied as it is. */
export function CopyBox({ text, copyLabel, name, look = 'line', children }: CopyBoxProps) {
  return (
    <div className={styles[look]}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the copied text needs a name */}
      <code aria-label={name}>{text}</code>
      <CopyButton text={text} {...(copyLabel && { label: copyLabel })} />
      {children}
    </div>
  );
}
