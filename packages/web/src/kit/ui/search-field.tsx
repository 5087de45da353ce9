import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from './icon-button.tsx';
import styles from './search-field.module.css';
import { SearchRow } from './search-row.tsx';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether Ctrl F focuses this field instead of opening the browser's search. */
  takesCtrlF?: boolean;
}

/** The label of a search that the present change of the page takes away while somebody types in it. */
let leftWithFocus: string | undefined;

/** The search of a list, 280 by 40. Where a page replaces it, as when its rows arrive, the next one of its name has the focus. */
export function SearchField({ label, value, onChange, takesCtrlF = false }: SearchFieldProps) {
  const t = useTexts(uiTexts);
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const input = field.current;
    if (leftWithFocus === label) {
      input?.focus();
      input?.setSelectionRange(input.value.length, input.value.length);
    }
    leftWithFocus = undefined;
    return () => {
      if (input === null || document.activeElement !== input) return;
      leftWithFocus = label;
      queueMicrotask(() => {
        leftWithFocus = undefined;
      });
    };
  }, [label]);

  useEffect(() => {
    if (!takesCtrlF) return undefined;
    const focusField = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'f' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', focusField);
    return () => window.removeEventListener('keydown', focusField);
  }, [takesCtrlF]);

  return (
    <SearchRow
      ref={field}
      className={styles['box']}
      iconSize={20}
      label={label}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      trailing={
        value !== '' && (
          <IconButton label={t('clearSearch')} size="small" onClick={() => onChange('')}>
            <X size={16} />
          </IconButton>
        )
      }
    />
  );
}
