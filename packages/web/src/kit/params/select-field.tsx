import { ChevronDown } from 'lucide-react';
import styles from './params.module.css';

interface SelectFieldProps {
  id?: string;
  label?: string;
  value: string;
  options: readonly { name: string; label: string }[];
  emptyLabel: string;
  canBeEmpty: boolean;
  isDisabled?: boolean;
  onChange: (name: string) => void;
}

/** A list of which one is chosen; a value the list does not hold is shown as it is. */
export function SelectField({
  id,
  label,
  value,
  options,
  emptyLabel,
  canBeEmpty,
  isDisabled = false,
  onChange,
}: SelectFieldProps) {
  const isKnown = value === '' || options.some((option) => option.name === value);
  return (
    <span className={styles['select']}>
      <select
        id={id}
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {(canBeEmpty || value === '') && <option value="">{emptyLabel}</option>}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.name} value={option.name}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} />
    </span>
  );
}
