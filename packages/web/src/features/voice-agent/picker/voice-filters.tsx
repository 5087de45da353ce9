import { voiceAccents, voiceGenders } from '@tendril/contract/voice/voice';
import { ChevronDown, Plus } from 'lucide-react';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import type { VoiceFilter } from './voice-filter.ts';
import styles from './voice-picker.module.css';

const types = ['retell', 'preset', 'custom'] as const;

interface VoiceFiltersProps {
  filter: VoiceFilter;
  onFilter: (filter: VoiceFilter) => void;
  onAdd: () => void;
}

/** Search and filters of the picker, and the way to a voice of one's own. */
export function VoiceFilters({ filter, onFilter, onAdd }: VoiceFiltersProps) {
  const t = useTexts(voicePickerTexts);
  const change = (part: Partial<VoiceFilter>) => onFilter({ ...filter, ...part });
  return (
    <div className={styles['filters']}>
      <SearchField label={t('search')} value={filter.search} onChange={(search) => change({ search })} />
      <FilterSelect
        label={t('gender')}
        all={t('all')}
        value={filter.gender}
        options={voiceGenders.map((value) => ({ value, label: t(value) }))}
        onChange={(gender) => change({ gender })}
      />
      <FilterSelect
        label={t('accent')}
        all={t('all')}
        value={filter.accent}
        options={voiceAccents.map((value) => ({ value, label: value }))}
        onChange={(accent) => change({ accent })}
      />
      <FilterSelect
        label={t('types')}
        all={t('all')}
        value={filter.type}
        options={types.map((value) => ({ value, label: t(value) }))}
        onChange={(type) => change({ type })}
      />
      <span className={styles['add']}>
        <Button icon={<Plus size={20} />} onClick={onAdd}>
          {t('addCustom')}
        </Button>
      </span>
    </div>
  );
}

interface FilterSelectProps<V extends string> {
  label: string;
  all: string;
  value: V | '';
  options: readonly { value: V; label: string }[];
  onChange: (value: V | '') => void;
}

function FilterSelect<V extends string>({ label, all, value, options, onChange }: FilterSelectProps<V>) {
  return (
    <label className={styles['filter']}>
      <span>{label}</span>
      <select
        aria-label={label}
        value={value}
        onChange={(event) =>
          onChange(options.find((option) => option.value === event.target.value)?.value ?? '')
        }
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden />
    </label>
  );
}
