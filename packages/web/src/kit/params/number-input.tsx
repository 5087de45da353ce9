import { useState } from 'react';
import { toNumberValue } from './number-value.ts';
import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';

/** A number; what is typed stays as typed while it means the value that is kept. */
export function NumberInput({ fieldId, input, value, onChange }: EditorProps) {
  const [typed, setTyped] = useState(asText(value));
  const isSame = toNumberValue(typed) === toNumberValue(asText(value));
  return (
    <input
      id={fieldId}
      type="number"
      className={styles['input']}
      value={isSame ? typed : asText(value)}
      step={input.step ?? 'any'}
      min={input.min}
      max={input.max}
      placeholder={input.placeholder ?? asText(input.default)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(toNumberValue(event.target.value));
      }}
    />
  );
}
