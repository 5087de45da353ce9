import styles from './system.module.css';

/** How full a process is: 1 is the point from which it takes no new questions. */
export function LoadMeter({ load }: { load: number }) {
  const isFull = load >= 1;
  return (
    <span className={styles['load']}>
      <progress
        className={styles['meter']}
        aria-hidden="true"
        max={1}
        value={Math.min(load, 1)}
        data-full={isFull || undefined}
      />
      {`${Math.round(load * 100)} %`}
    </span>
  );
}
