import type { Ref, TextareaHTMLAttributes } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  isMono?: boolean;
  /** As high as what is in it, up to two fifths of the window. */
  grows?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines without a label of its own. */
export function TextBox({ isMono = false, grows = false, ...rest }: TextBoxProps) {
  return (
    <textarea
      {...rest}
      className={styles['box']}
      data-mono={isMono || undefined}
      data-grows={grows || undefined}
    />
  );
}
