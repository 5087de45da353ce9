import Tooltip from '@mui/material/Tooltip';
import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  /** The tooltip, where it says something else. */
  hint?: string;
  children: ReactElement;
  /** 40, 36 and 28 pixels. */
  size?: 'large' | 'normal' | 'small';
  ref?: Ref<HTMLButtonElement>;
}

/** An icon button; its accessible name is required. */
export function IconButton({ label, hint, children, size = 'normal', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip title={hint ?? label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={[styles['button'], styles[size], className].filter(Boolean).join(' ')}
      >
        {children}
      </button>
    </Tooltip>
  );
}
