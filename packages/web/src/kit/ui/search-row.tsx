import { Search } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './search-row.module.css';

interface SearchRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Pixels of the glass. */
  iconSize?: number;
  /** What stands at its end: a key, a button that empties it. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A field to search in, in a frame; where it stands and how high it is, its place says. */
export function SearchRow(props: SearchRowProps) {
  const { label, onChange, iconSize = 18, trailing, className, ...rest } = props;
  return (
    <search className={[styles['row'], className].filter(Boolean).join(' ')}>
      <Search size={iconSize} />
      <input
        {...rest}
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
      {trailing}
    </search>
  );
}
