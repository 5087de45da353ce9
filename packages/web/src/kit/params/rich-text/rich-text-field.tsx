import { Bold, List } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { VariableChoice } from '../param-props.ts';
import styles from '../params.module.css';
import { VariableMenu } from '../variable-menu.tsx';
import type { RichTextActs } from './rich-text-editor.tsx';

const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })),
);

const lineHeight = 20;

interface RichTextFieldProps {
  id?: string | undefined;
  label: string;
  value: string;
  rows: number;
  /** The text is stored as it is written, without the form of a rich editor. */
  isPlain?: boolean;
  onChange: (value: string) => void;
  variables: () => VariableChoice[];
}

/** A text with references and marks, kept in the form of the rich editor that wrote it. */
export function RichTextField({ rows, variables, isPlain = false, ...props }: RichTextFieldProps) {
  const t = useTexts(paramTexts);
  const acts = useRef<RichTextActs>(null);
  return (
    <span className={styles['code']} data-rich>
      <Suspense fallback={<span className={styles['codeWait']}>{t('loadingEditor')}</span>}>
        <RichTextEditor
          {...props}
          key={isPlain ? 'plain' : 'rich'}
          isPlain={isPlain}
          minHeight={rows * lineHeight + 18}
          variables={variables}
          onReady={(given) => {
            acts.current = given;
          }}
        />
      </Suspense>
      <span className={styles['richTools']}>
        {!isPlain && (
          <>
            <IconButton label={t('bold')} size="small" onClick={() => acts.current?.bold()}>
              <Bold size={14} />
            </IconButton>
            <IconButton label={t('bulletList')} size="small" onClick={() => acts.current?.list()}>
              <List size={14} />
            </IconButton>
          </>
        )}
        <VariableMenu choices={variables()} onChoose={({ name }) => acts.current?.insert(`{{${name}}}`)} />
      </span>
    </span>
  );
}
