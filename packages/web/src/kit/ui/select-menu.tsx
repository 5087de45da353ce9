import { ChevronDown, type LucideIcon } from 'lucide-react';
import { ActionMenu } from './action-menu.tsx';
import styles from './select-menu.module.css';

interface SelectMenuProps<V extends string> {
  /** Announced before the value: "Sort: Updated". */
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  Icon?: LucideIcon;
}

/** A button that shows the chosen option and opens the list of them. */
export function SelectMenu<V extends string>({ label, options, value, onChange, Icon }: SelectMenuProps<V>) {
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  return (
    <ActionMenu
      label={label}
      actions={options.map((option) => ({
        id: option.value,
        label: option.label,
        isChecked: option.value === value,
        onSelect: () => onChange(option.value),
      }))}
      renderButton={(props) => (
        <button type="button" {...props} className={styles['button']} aria-label={`${label}: ${chosen}`}>
          {Icon && <Icon size={16} />}
          {chosen}
          <ChevronDown size={16} className={styles['chevron']} />
        </button>
      )}
    />
  );
}
