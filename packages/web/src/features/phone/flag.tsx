import { Globe } from 'lucide-react';
import styles from './flag.module.css';
import type { FlagShape } from './flags/flag-shape.ts';
import { flagShapes } from './flags/flag-shapes.ts';

/** A country's flag, drawn here; a quiet globe where there is no drawing, or no country. */
export function Flag({ country }: { country: string | null }) {
  const shapes = country === null ? undefined : flagShapes[country];
  if (!shapes)
    return (
      <span className={styles['globe']} aria-hidden>
        <Globe size={14} strokeWidth={1.75} />
      </span>
    );
  return (
    <svg className={styles['flag']} viewBox="0 0 30 20" preserveAspectRatio="none" aria-hidden>
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is always the same
        <Shape key={index} shape={shape} />
      ))}
    </svg>
  );
}

function Shape({ shape: [kind, fill, ...numbers] }: { shape: FlagShape }) {
  if (kind === 'path') return <path d={String(numbers[0])} fill={fill} />;
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map(Number);
  if (kind === 'circle') return <circle cx={a} cy={b} r={c} fill={fill} />;
  return <rect x={a} y={b} width={c} height={d} fill={fill} />;
}
