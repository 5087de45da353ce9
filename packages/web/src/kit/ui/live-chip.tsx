import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './live-chip.module.css';

interface LiveChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  isLive: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Which version is open: green when callers get it, amber while they get another one. */
export function LiveChip({ isLive, ...rest }: LiveChipProps) {
  return <button {...rest} type="button" className={styles['chip']} data-live={isLive || undefined} />;
}
