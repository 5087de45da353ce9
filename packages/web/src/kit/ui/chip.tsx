import styles from './chip.module.css';

/** A short word on a quiet ground, 22 high. */
export function Chip({ label }: { label: string }) {
  return <span className={styles['chip']}>{label}</span>;
}
