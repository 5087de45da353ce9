import styles from './spark-line.module.css';

const width = 60;
const height = 20;
const margin = 3;

/** A curve of a few counts, 60 by 20, with its last point marked; a dotted base line where all are zero. */
export function SparkLine({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts, 0);
  if (most === 0 || counts.length < 2) {
    return (
      <svg width={width} height={height} aria-hidden="true">
        <path className={styles['base']} d={`M1 ${height - margin}H${width - 1}`} />
      </svg>
    );
  }
  const points = counts.map((count, index) => ({
    x: margin + (index * (width - 2 * margin)) / (counts.length - 1),
    y: height - margin - (count / most) * (height - 2 * margin),
  }));
  const last = points.at(-1);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <path className={styles['line']} d={curve(points)} />
      {last && <circle className={styles['last']} cx={last.x} cy={last.y} r={2.25} />}
    </svg>
  );
}

/** A line through all points whose tangents are level: it never overshoots a count. */
function curve(points: readonly { x: number; y: number }[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const middle = (before.x + x) / 2;
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}
