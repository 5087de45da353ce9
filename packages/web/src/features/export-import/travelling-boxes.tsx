import styles from './travelling-boxes.module.css';

/** The animation while an export goes on: nodes wander along an edge into a file. */
export function TravellingBoxes() {
  return (
    <svg
      className={styles['picture']}
      viewBox="0 0 220 72"
      role="img"
      aria-hidden="true"
      data-export-animation
    >
      <path className={styles['edge']} d="M58 36 C 92 36 108 36 152 36" />
      <rect className={styles['flow']} x="6" y="14" width="52" height="18" rx="6" />
      <rect className={styles['flow']} x="6" y="40" width="52" height="18" rx="6" />
      <path className={styles['file']} d="M156 10 h34 l16 16 v36 h-50 z M190 10 v16 h16" />
      <g>
        <circle className={styles['dot']} cx="60" cy="36" r="5" />
        <circle className={styles['dot']} cx="60" cy="36" r="5" />
        <circle className={styles['dot']} cx="60" cy="36" r="5" />
      </g>
    </svg>
  );
}
