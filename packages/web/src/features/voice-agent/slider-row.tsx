import type { SliderRange } from '@tendril/contract/voice/speech-ranges';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SliderBox } from './slider-box.tsx';
import styles from './slider-row.module.css';
import { SliderTrack } from './slider-track.tsx';
import { type SliderUnit, sideOf, sliderTextWithUnit } from './slider-value.ts';

export interface SliderRowProps {
  label: string;
  /** Bounds and default in the unit that is shown; so are all values here. */
  range: SliderRange;
  /** Absent: the default of the range is shown. */
  value?: number | undefined;
  /** What is stored; a warning says so while it is shown and lies outside the range. */
  savedValue?: number | undefined;
  onChange: (value: number) => void;
  unit: SliderUnit;
  /** Words at the ends of the slider. */
  lowWord?: string;
  highWord?: string;
  /** A line of help under the slider. */
  hint?: ReactNode;
}

/**
 * One setting as a slider with a number box. A value outside the range is reported and unchanged until somebody
 * touches the slider or the box.
 */
export function SliderRow(props: SliderRowProps) {
  const { label, range, savedValue, onChange, unit, lowWord, highWord, hint } = props;
  const t = useTexts(voiceSettingsTexts);
  const noteId = useId();
  const value = props.value ?? range.default;
  const side = sideOf(value, range);
  const isReset = value === range.default;
  const words = (shown: number) => sliderTextWithUnit(shown, range, unit);
  const hasNote = hint !== undefined || side !== 'inside';
  return (
    <div className={styles['holder']}>
      <div className={styles['row']} data-side={side}>
        <span className={styles['label']}>{label}</span>
        <SliderTrack
          label={label}
          range={range}
          value={value}
          valueText={valueTextOf(t, side, words(value), words(side === 'below' ? range.min : range.max))}
          describedBy={hasNote ? noteId : undefined}
          onChange={onChange}
        />
        {!isReset && (
          <span className={styles['reset']}>
            <IconButton
              label={t('reset', { label, value: words(range.default) })}
              size="small"
              onClick={() => onChange(range.default)}
            >
              <RotateCcw size={16} />
            </IconButton>
          </span>
        )}
        <SliderBox
          label={t('box', { label })}
          range={range}
          value={value}
          unit={unit}
          isOutside={side !== 'inside'}
          onChange={onChange}
        />
        {(lowWord || highWord) && (
          <span className={styles['words']} aria-hidden="true">
            <span>{lowWord}</span>
            <span>{highWord}</span>
          </span>
        )}
        {hasNote && (
          <div id={noteId} className={styles['note']}>
            <OutsideChip
              side={side}
              isSaved={savedValue === value}
              value={words(value)}
              limit={words(side === 'below' ? range.min : range.max)}
            />
            {hint && <span className={styles['hint']}>{hint}</span>}
          </div>
        )}
      </div>
    </div>
  );
}

type Say = ReturnType<typeof useTexts<'below' | 'above'>>;

function valueTextOf(t: Say, side: ReturnType<typeof sideOf>, value: string, limit: string): string {
  return side === 'inside' ? value : t(side, { value, limit });
}

interface OutsideChipProps {
  side: ReturnType<typeof sideOf>;
  isSaved: boolean;
  value: string;
  limit: string;
}

function OutsideChip({ side, isSaved, value, limit }: OutsideChipProps) {
  const t = useTexts(voiceSettingsTexts);
  if (side === 'inside') return null;
  const keys = isSaved
    ? ({ below: 'savedBelow', above: 'savedAbove' } as const)
    : ({ below: 'startsBelow', above: 'startsAbove' } as const);
  return (
    <span className={styles['outside']}>
      <TriangleAlert size={14} aria-hidden />
      {t(keys[side], { value, limit })}
    </span>
  );
}
