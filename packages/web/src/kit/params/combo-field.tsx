import Popper from '@mui/material/Popper';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import styles from './params.module.css';

export interface ComboOption {
  name: string;
  label: string;
  description?: string | undefined;
}

interface ComboFieldProps {
  id: string;
  /** Where no label stands beside the field. */
  label?: string;
  value: string;
  options: readonly ComboOption[];
  placeholder: string;
  /** The text shown while the list is empty. */
  emptyText: string;
  /** Whether a text that is no option may be kept. */
  takesOwnText: boolean;
  onChange: (name: string) => void;
}

function fitting(options: readonly ComboOption[], typed: string | undefined): readonly ComboOption[] {
  const word = typed?.trim().toLowerCase();
  if (!word) return options;
  return options.filter((option) => `${option.label} ${option.name}`.toLowerCase().includes(word));
}

/** What is typed and which option is lit; nothing is kept until one is chosen or the field is left. */
function useCombo({ value, options, takesOwnText, onChange }: ComboFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [lit, setLit] = useState(0);
  const shown = fitting(options, typed);
  const close = () => {
    setIsOpen(false);
    setTyped(undefined);
  };
  const choose = (name: string) => {
    if (name !== value) onChange(name);
    close();
  };
  const leave = () => {
    if (typed !== undefined && (takesOwnText || typed.trim() === '')) choose(typed.trim());
    else close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setIsOpen(true);
      setLit((before) => (isOpen ? (before + step + shown.length) % Math.max(shown.length, 1) : 0));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const option = shown[lit];
      if (option) choose(option.name);
      else leave();
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setLit(0);
    setIsOpen(true);
  };
  return { typed, isOpen, lit, shown, open: () => setIsOpen(true), choose, leave, type, onKeyDown };
}

/** A field with a list of options that narrows while one types. */
export function ComboField(props: ComboFieldProps) {
  const { id, value, options, placeholder, emptyText } = props;
  const listId = useId();
  const combo = useCombo(props);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const label = options.find((option) => option.name === value)?.label ?? value;
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <div className={styles['combo']}>
      <span ref={setBox} className={styles['box']}>
        <input
          id={id}
          type="text"
          role="combobox"
          aria-label={props.label}
          autoComplete="off"
          aria-expanded={combo.isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={combo.isOpen && combo.shown.length > 0 ? optionId(combo.lit) : undefined}
          value={combo.typed ?? label}
          placeholder={placeholder}
          onClick={combo.open}
          onChange={(event) => combo.type(event.target.value)}
          onKeyDown={combo.onKeyDown}
          onBlur={combo.leave}
        />
        <ChevronDown size={16} />
      </span>
      {/* In place for screen readers, and free of whatever cuts what lies in it: a dialog, a panel. */}
      <Popper
        open={combo.isOpen}
        anchorEl={box}
        placement="bottom-start"
        disablePortal
        popperOptions={{ strategy: 'fixed' }}
        className={styles['comboPlace'] ?? ''}
        // As wide as its field, and wider where a name needs it.
        style={{
          inlineSize: 'max-content',
          minInlineSize: box?.offsetWidth,
          maxInlineSize: `max(${box?.offsetWidth ?? 0}px, min(420px, 100vw - 32px))`,
        }}
      >
        <div id={listId} role="listbox" tabIndex={-1} className={styles['comboList']}>
          {combo.shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrow keys and Enter do the same
            <div
              key={option.name}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={option.name === value}
              data-lit={index === combo.lit || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => combo.choose(option.name)}
            >
              {option.label}
              {option.description && <small>{option.description}</small>}
            </div>
          ))}
          {combo.shown.length === 0 && <p>{emptyText}</p>}
        </div>
      </Popper>
    </div>
  );
}
