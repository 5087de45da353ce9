import { TriangleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { contrastOf, fullHex, readableRatio } from '../../../kit/lib/colour.ts';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { FieldNote } from './field-note.tsx';
import styles from './fields.module.css';

interface ColourFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The background for text of this color; an unreadable pair is reported. */
  background?: string | undefined;
  error?: string | undefined;
}

/** A colour, by its digits or from the browser's picker; empty follows the theme. */
export function ColourField({ label, value, onChange, background, error }: ColourFieldProps) {
  const t = useTexts(settingsTexts);
  const id = useId();
  const hex = fullHex(value);
  const problem = error ?? (value.trim() !== '' && hex === undefined ? t('notAColour') : undefined);
  const infrastructure = fullHex(background);
  const ratio =
    hex !== undefined && infrastructure !== undefined ? contrastOf(hex, infrastructure) : readableRatio;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['colour']} data-empty={hex === undefined || undefined}>
        <input
          type="color"
          aria-label={label}
          value={hex ?? '#0b7a49'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          value={value}
          placeholder="#"
          maxLength={7}
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {value !== '' && (
          <IconButton label={`${label}: ${t('clearColour')}`} size="small" onClick={() => onChange('')}>
            <X size={16} />
          </IconButton>
        )}
      </div>
      <FieldNote id={`${id}-note`} error={problem} />
      {ratio < readableRatio && (
        <p className={styles['warning']}>
          <TriangleAlert size={16} />
          {t('lowContrast', { ratio: ratio.toFixed(1) })}
        </p>
      )}
    </div>
  );
}
