import styles from './voice-picker.module.css';

const bars = 33;
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The progress of a preview: bars and the time. */
export function PreviewWave({ at, length }: { at: number; length: number }) {
  const isKnown = Number.isFinite(length) && length > 0;
  const share = isKnown ? at / length : 0;
  return (
    <span className={styles['wave']}>
      <svg width={132} height={24} aria-hidden>
        {Array.from({ length: bars }, (_, index) => {
          const height = 3 + Math.round(9 * (1 + Math.sin(index * 1.9) * Math.cos(index * 0.55)));
          const isPlayed = index / bars < share;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              x={index * 4}
              y={12 - height / 2}
              width={2}
              height={height}
              rx={1}
              className={styles[isPlayed ? 'played' : 'unplayed']}
            />
          );
        })}
      </svg>
      {isKnown && <span className={styles['time']}>{`${clock(at)} / ${clock(length)}`}</span>}
    </span>
  );
}
