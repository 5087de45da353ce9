import type { InputHTMLAttributes, Ref } from 'react';
import styles from './text-input.module.css';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className'> {
  /** 40, 36, and 36 pixels within rows that stand close together. */
  size?: 'large' | 'normal' | 'small';
  isMono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A one-line field without a label of its own, as wide as its place. */
export function TextInput({ size = 'normal', isMono = false, ...rest }: TextInputProps) {
  return <input {...rest} className={styles[size]} data-mono={isMono || undefined} />;
}
