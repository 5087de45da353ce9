import type { EditorView } from '@codemirror/view';
import { Maximize2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { CodeEditorProps } from './code-editor.tsx';
import type { VariableChoice } from './param-props.ts';
import styles from './params.module.css';
import { VariableMenu } from './variable-menu.tsx';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

type CodeFieldProps = Omit<CodeEditorProps, 'onReady'>;

/** A code editor in a field's frame, with a menu of the variables it takes. */
function CodeFrame(props: CodeFieldProps) {
  const t = useTexts(paramTexts);
  const view = useRef<EditorView>(null);
  const insert = ({ name }: VariableChoice) => {
    const editor = view.current;
    if (!editor) return;
    const isBare = props.language === 'javascript' && name.startsWith('$');
    editor.dispatch(editor.state.replaceSelection(isBare ? name : `{{${name}}}`));
    editor.focus();
  };
  return (
    <span className={styles['code']}>
      <Suspense fallback={<span className={styles['codeWait']}>{t('loadingEditor')}</span>}>
        <CodeEditor
          {...props}
          onReady={(editor) => {
            view.current = editor;
          }}
        />
      </Suspense>
      {props.variables && (
        <span className={styles['areaTools']}>
          <VariableMenu choices={props.variables()} onChoose={insert} />
        </span>
      )}
    </span>
  );
}

/** Code or JSON: in the form, or in a larger field behind a button. */
export function CodeField(props: CodeFieldProps) {
  const t = useTexts(paramTexts);
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <span className={styles['expand']}>
        <IconButton label={t('expand')} size="small" onClick={() => setIsLarge(true)}>
          <Maximize2 size={14} />
        </IconButton>
      </span>
      <CodeFrame {...props} />
      <Dialog
        isOpen={isLarge}
        title={props.label || t('expand')}
        width={960}
        onClose={() => setIsLarge(false)}
        actions={<Button onClick={() => setIsLarge(false)}>{t('done')}</Button>}
      >
        <div className={styles['largeCode']}>
          <CodeFrame {...props} id={`${props.id}-large`} />
        </div>
      </Dialog>
    </>
  );
}
