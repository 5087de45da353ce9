import styles from './chip.module.css';

/** A small label on a neutral background, 22 px high. */
export function Chip({ label }: { label: string }) {
  return <span className={styles['chip']}>{label}</span>;
}
