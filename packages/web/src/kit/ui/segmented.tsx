import type { ReactNode } from 'react';
import styles from './segmented.module.css';

interface Segment<V extends string> {
  value: V;
  label: ReactNode;
  /** Accessible name if the label is an icon. */
  name?: string;
  count?: number | undefined;
}

interface SegmentedProps<V extends string> {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** A row of choices of which one is pressed: filters with counts, a view switch. */
export function Segmented<V extends string>({ label, segments, value, onChange }: SegmentedProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div role="group" aria-label={label} className={styles['row']}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-label={segment.name}
          title={segment.name}
          aria-pressed={segment.value === value}
          className={styles['segment']}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.count !== undefined && (
            <span className={styles['count']}>{segment.count.toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </div>
  );
}
