import { type RefObject, useId, useRef } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import completion from './completion.module.css';
import { CompletionList } from './completion-list.tsx';
import { markIgnoredBraces } from './ignored-braces.ts';
import { insertVariable } from './insert-variable.ts';
import type { VariableChoice } from './param-props.ts';
import styles from './params.module.css';
import { useVariableCompletion } from './use-variable-completion.ts';
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

/** Pixels; the style sheet holds the same numbers. */
const lineHeight = 20;
const padding = 10;

/** Marks, behind the field's own text, the braces that are left as they are. */
function IgnoredLayer({ text, layer }: { text: string; layer: RefObject<HTMLSpanElement | null> }) {
  const parts = markIgnoredBraces(text);
  if (!parts.some((part) => part.isIgnored)) return null;
  return (
    <span ref={layer} className={completion['ground']} aria-hidden="true">
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        part.isIgnored ? <u key={index}>{part.text}</u> : part.text,
      )}
    </span>
  );
}

function IgnoredReason({ text }: { text: string }) {
  const t = useTexts(paramTexts);
  const ignored = markIgnoredBraces(text).find((part) => part.isIgnored)?.text;
  if (ignored === undefined) return null;
  const shown = ignored.length > 24 ? `${ignored.slice(0, 23)}…` : ignored;
  return <small className={completion['reason']}>{t('ignoredBraces', { text: shown })}</small>;
}

/** A text of one or more lines; where it takes variables, typing `{` offers them. */
export function TextArea({ id, label, text, rows, placeholder, onChange, variables }: TextAreaProps) {
  const t = useTexts(paramTexts);
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLSpanElement>(null);
  const offered = useVariableCompletion(field, onChange, variables);
  const isOpen = offered.shown.length > 0;
  const insert = ({ name }: VariableChoice) => {
    const next = insertVariable(text, field.current?.selectionStart ?? text.length, name);
    onChange(next.text);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  return (
    <span className={styles['area']}>
      {variables && <IgnoredLayer text={text} layer={layer} />}
      <textarea
        ref={field}
        id={id}
        aria-label={label}
        aria-autocomplete={variables && 'list'}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${offered.lit}` : undefined}
        rows={rows}
        style={{ minBlockSize: rows * lineHeight + 2 * padding }}
        value={text}
        placeholder={placeholder}
        onKeyDown={offered.onKeyDown}
        onBlur={offered.close}
        onScroll={(event) => {
          if (layer.current) layer.current.scrollTop = event.currentTarget.scrollTop;
        }}
        onChange={(event) => {
          onChange(event.target.value);
          offered.onType(event.target.value, event.target.selectionStart);
        }}
      />
      {variables && (
        <span className={styles['areaTools']}>
          <VariableMenu choices={variables()} onChoose={insert} />
        </span>
      )}
      {isOpen && (
        <CompletionList
          id={listId}
          label={t('variables')}
          choices={offered.shown}
          lit={offered.lit}
          onChoose={offered.choose}
        />
      )}
      {variables && <IgnoredReason text={text} />}
    </span>
  );
}
