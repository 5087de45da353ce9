import { disconnectionReasons } from '@tendril/contract/call-event';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './call-filters.module.css';
import type { CallFiltersProps } from './call-filters.tsx';
import { isUsd, isWholeMs } from './to-call-query.ts';

/** Those by which few lists are narrowed: why a call ended, what was called in it, how long it took to answer, its cost. */
export function CallOutcomeFilters({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  const amounts = [
    { name: 'slower', label: t('slower'), unit: t('slowerUnit'), mode: 'numeric', takes: isWholeMs },
    { name: 'costlier', label: t('costlier'), unit: t('costlierUnit'), mode: 'decimal', takes: isUsd },
  ] as const;
  return (
    <>
      <SelectMenu
        label={t('reason')}
        options={[
          { value: '', label: t('reasonAny') },
          ...disconnectionReasons.map((value) => ({ value, label: t(`reason_${value}`) })),
        ]}
        value={filter.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <TextInput
        aria-label={t('toolCalled')}
        placeholder={t('toolCalled')}
        size="large"
        value={filter.tool}
        maxLength={64}
        onChange={({ target }) => onChange({ tool: target.value })}
      />
      {amounts.map(({ name, label, unit, mode, takes }) => (
        <span key={name} className={styles['amount']}>
          {label}
          <TextInput
            aria-label={`${label} ${unit}`}
            aria-invalid={(filter[name] !== '' && !takes(filter[name])) || undefined}
            inputMode={mode}
            size="large"
            value={filter[name]}
            maxLength={13}
            onChange={({ target }) => onChange({ [name]: target.value.trim() })}
          />
          {unit}
        </span>
      ))}
    </>
  );
}
