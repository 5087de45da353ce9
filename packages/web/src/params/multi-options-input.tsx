import { readChoices, writeChoices } from './choice-list-value.ts';
import { type EditorProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

/** Any of a fixed list. */
export function MultiOptionsInput({ fieldId, input, value, onChange }: EditorProps) {
  const chosen = readChoices(valueOrDefault(value, input));
  const toggle = (name: string) =>
    onChange(writeChoices(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a list everywhere
    <div id={fieldId} role="group" aria-labelledby={`${fieldId}-label`} className={styles['checks']}>
      {(input.options ?? []).map((option) => (
        <label key={option.name}>
          <input
            type="checkbox"
            checked={chosen.includes(option.name)}
            onChange={() => toggle(option.name)}
          />
          <span>
            {option.label}
            {option.description && <small>{option.description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
