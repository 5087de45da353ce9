import type { SliderRange } from '@tendril/contract/voice/speech-ranges';
import type { CSSProperties, KeyboardEvent } from 'react';
import styles from './slider-row.module.css';
import { sideOf } from './slider-value.ts';

interface SliderTrackProps {
  label: string;
  range: SliderRange;
  value: number;
  valueText: string;
  describedBy: string | undefined;
  onChange: (value: number) => void;
}

const sliderKeys = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]);

function shareOf(value: number, { min, max }: SliderRange): string {
  return String(Math.min(1, Math.max(0, (value - min) / (max - min))));
}

/** The slider itself, with a tick at the default. */
export function SliderTrack({ label, range, value, valueText, describedBy, onChange }: SliderTrackProps) {
  const side = sideOf(value, range);
  const nearEnd = side === 'below' ? range.min : range.max;
  // The browser draws an outside value at the near end, so reaching that end would not be a change to it.
  const enterRange = () => side !== 'inside' && onChange(nearEnd);
  const onKeyDown = (event: KeyboardEvent) => {
    if (side === 'inside' || !sliderKeys.has(event.key)) return;
    event.preventDefault();
    const isFarEnd = event.key === (side === 'below' ? 'End' : 'Home');
    onChange(isFarEnd ? (side === 'below' ? range.max : range.min) : nearEnd);
  };
  return (
    <span
      className={styles['track']}
      data-side={side}
      style={{ '--share': shareOf(value, range), '--tick': shareOf(range.default, range) } as CSSProperties}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        aria-describedby={describedBy}
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={onKeyDown}
        onClick={(event) => Number(event.currentTarget.value) === nearEnd && enterRange()}
      />
      <i className={styles['tick']} />
      {side !== 'inside' && <i className={styles['arrow']} />}
    </span>
  );
}
