import type { EditorView } from '@codemirror/view';
import { lazy, Suspense, useRef, useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import type { CodeEditorProps } from './code-editor.tsx';
import { asksForVariable, insertVariable } from './insert-variable.ts';
import type { VariableChoice } from './param-props.ts';
import styles from './params.module.css';
import { VariableMenu } from './variable-menu.tsx';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

interface CodeFieldProps extends Omit<CodeEditorProps, 'onReady'> {
  variables?: (() => VariableChoice[]) | undefined;
}

/** A code editor in a field's frame; where it takes variables, typing `{{` offers them. */
export function CodeField({ variables, onChange, ...props }: CodeFieldProps) {
  const t = useTexts(paramTexts);
  const view = useRef<EditorView>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const cursor = () => view.current?.state.selection.main.head ?? props.text.length;
  const change = (text: string) => {
    onChange(text);
    // The editor closes braces by itself, so the two typed ones stand before the cursor.
    if (variables) setIsAsked(asksForVariable(text, cursor()));
  };
  const choose = ({ name }: VariableChoice) => {
    const editor = view.current;
    if (!editor) return;
    const at = cursor();
    const whole = editor.state.doc.toString();
    const closing = asksForVariable(whole, at) ? (/^\}{1,2}/.exec(whole.slice(at))?.[0].length ?? 0) : 0;
    const next = insertVariable(whole.slice(0, at) + whole.slice(at + closing), at, name);
    editor.dispatch({
      changes: { from: 0, to: whole.length, insert: next.text },
      selection: { anchor: next.cursor },
    });
    editor.focus();
  };
  return (
    <span ref={frame} className={styles['code']}>
      <Suspense fallback={<span className={styles['codeWait']}>{t('loadingEditor')}</span>}>
        <CodeEditor
          {...props}
          onChange={change}
          onReady={(editor) => {
            view.current = editor;
          }}
        />
      </Suspense>
      {variables && (
        <span className={styles['areaTools']}>
          <VariableMenu
            choices={variables()}
            onChoose={choose}
            openAt={isAsked ? frame.current : null}
            onClose={() => setIsAsked(false)}
          />
        </span>
      )}
    </span>
  );
}
