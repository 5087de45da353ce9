import type { EditorView } from '@codemirror/view';
import { Check, CircleAlert, FileBraces, Info } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './parameters-editor.module.css';
import { type SchemaState, schemaState } from './schema-state.ts';

const CodeEditor = lazy(() =>
  import('../../../kit/params/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

/** Re-indented JSON; a text that is none stays as it is, and only the console shows it. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (thrown) {
    // biome-ignore lint/suspicious/noConsole: the author looks for details in the console
    console.log(thrown);
    return text;
  }
}

/** The parameters of a custom function as a JSON schema. */
export function ParametersEditor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTexts(voiceFunctionTexts);
  const id = useId();
  const [view, setView] = useState<EditorView | null>(null);
  const state = schemaState(text);
  const isBroken = state.kind === 'json' || state.kind === 'shape';

  useEffect(() => {
    const content = view?.contentDOM;
    content?.setAttribute('aria-describedby', `${id}-state`);
    if (isBroken) content?.setAttribute('aria-invalid', 'true');
    else content?.removeAttribute('aria-invalid');
  }, [view, isBroken, id]);

  return (
    <div className={styles['editor']}>
      <div className={styles['head']}>
        <span>
          <strong>{t('parameters')}</strong> {t('jsonSchema')}
        </span>
        <Button size="small" icon={<FileBraces size={16} />} onClick={() => onChange(formatJson(text))}>
          {t('formatJson')}
        </Button>
      </div>
      <div className={styles['code']} data-broken={isBroken || undefined}>
        <Suspense fallback={<span className={styles['wait']}>{t('loadingEditor')}</span>}>
          <CodeEditor
            id={id}
            label={t('parametersLabel')}
            language="json"
            text={text}
            onChange={onChange}
            onReady={setView}
          />
        </Suspense>
      </div>
      <p id={`${id}-state`} className={styles['state']} data-kind={state.kind}>
        <StateLine state={state} />
      </p>
    </div>
  );
}

function StateLine({ state }: { state: SchemaState }) {
  const t = useTexts(voiceFunctionTexts);
  switch (state.kind) {
    case 'empty':
      return (
        <>
          <Info size={16} aria-hidden /> {t('schemaEmpty')}
        </>
      );
    case 'json': {
      const { line, column, reason } = state.problem;
      return (
        <>
          <CircleAlert size={16} aria-hidden /> {t('schemaBroken', { line, column, reason })}
        </>
      );
    }
    case 'shape':
      return (
        <>
          <CircleAlert size={16} aria-hidden /> {t('schemaShape', { example: '{ "type": "object", … }' })}
        </>
      );
    case 'valid':
      return (
        <>
          <Check size={16} aria-hidden />{' '}
          {t('schemaValid', {
            parameters: t('parameterCount', { count: state.parameterCount }),
            required: state.requiredCount,
          })}
        </>
      );
  }
}
