import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one main action of a screen. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** 44, 40 and 32 pixels high. */
  size?: 'large' | 'normal' | 'small';
  isFullWidth?: boolean;
  /** Shows progress; the button keeps its width and its focus and ignores clicks. */
  isBusy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A text button. */
export function Button({
  look = 'plain',
  size = 'normal',
  isFullWidth = false,
  isBusy = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const names = [styles['button'], styles[look], styles[size], isFullWidth && styles['wide'], className];
  return (
    <button
      {...rest}
      type={type}
      data-look={look}
      className={names.filter(Boolean).join(' ')}
      aria-busy={isBusy || rest['aria-busy']}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      <span className={styles['label']}>{children}</span>
      {isBusy && <span className={styles['progress']} />}
    </button>
  );
}
