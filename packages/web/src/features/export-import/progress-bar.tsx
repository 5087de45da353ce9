import styles from './progress-bar.module.css';

/** How far something is, from 0 to 1; undefined while that is unknown. */
export function ProgressBar({ share, label }: { share: number | undefined; label: string }) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-unknown={percent === undefined || undefined}
    >
      <span style={percent === undefined ? undefined : { inlineSize: `${percent}%` }} />
    </div>
  );
}
