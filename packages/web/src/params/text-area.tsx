import { type RefObject, useRef, useState } from 'react';
import { asksForVariable, insertVariable } from './insert-variable.ts';
import type { VariableChoice } from './param-props.ts';
import styles from './params.module.css';
import { VariableMenu } from './variable-menu.tsx';

interface TextAreaProps {
  id?: string;
  label?: string;
  text: string;
  rows: number;
  placeholder?: string | undefined;
  onChange: (text: string) => void;
  /** Given: the field takes variables. */
  variables?: (() => VariableChoice[]) | undefined;
}

function useVariables(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
) {
  const [isAsked, setIsAsked] = useState(false);
  const choose = ({ name }: VariableChoice) => {
    const cursor = field.current?.selectionStart ?? text.length;
    const next = insertVariable(text, cursor, name);
    onChange(next.text);
    // The cursor can only be put behind what React has drawn.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  return { isAsked, setIsAsked, choose };
}

/** Pixels; the style sheet holds the same numbers. */
const lineHeight = 20;
const padding = 10;

/** A text of one or more lines; where it takes variables, typing `{{` offers them. */
export function TextArea({ id, label, text, rows, placeholder, onChange, variables }: TextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { isAsked, setIsAsked, choose } = useVariables(field, text, onChange);
  const change = (written: string, cursor: number) => {
    onChange(written);
    if (variables) setIsAsked(asksForVariable(written, cursor));
  };
  return (
    <span className={styles['area']}>
      <textarea
        ref={field}
        id={id}
        aria-label={label}
        rows={rows}
        style={{ minBlockSize: rows * lineHeight + 2 * padding }}
        value={text}
        placeholder={placeholder}
        onChange={(event) => change(event.target.value, event.target.selectionStart)}
      />
      {variables && (
        <span className={styles['areaTools']}>
          <VariableMenu
            choices={variables()}
            onChoose={choose}
            openAt={isAsked ? field.current : null}
            onClose={() => setIsAsked(false)}
          />
        </span>
      )}
    </span>
  );
}
