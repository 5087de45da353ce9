import { Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import completion from './completion.module.css';
import { asText, type EditorProps } from './param-props.ts';
import styles from './params.module.css';
import { readRichText } from './rich-text/read-rich-text.ts';
import { RichTextField } from './rich-text/rich-text-field.tsx';
import { TextArea } from './text-area.tsx';

const largeRows = 20;
const reference = /\{\{[^{}]+\}\}/;

/** A text: one line, or as many as the parameter asks for with a larger field behind a button. */
export function StringInput({ fieldId, input, value, onChange, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const [isLarge, setIsLarge] = useState(false);
  const text = asText(value);
  const variables = input.acceptVariable ? () => scope.variablesOf?.(input) ?? [] : undefined;
  const unknown = variables && scope.unknownReference?.(text, input);
  const shared = { text, onChange, placeholder: input.placeholder ?? asText(input.default), variables };
  // HTML that has no plain form is edited as it is stored.
  const isRich = useMemo(() => readRichText(text) !== undefined, [text]);
  // Decided once: a reference that is typed into a plain field must not change the field under the hands.
  const [opensWithChips] = useState(
    () => input.rows !== undefined && scope.hasReferenceChips === true && reference.test(text),
  );
  const isPlain = !isRich && opensWithChips;
  const rich = { label: input.label, value: text, onChange, isPlain };
  if (!input.rows && !variables) {
    return (
      <input
        id={fieldId}
        type="text"
        className={styles['input']}
        value={text}
        placeholder={shared.placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <>
      <span className={styles['expand']}>
        <IconButton label={t('expand')} size="small" onClick={() => setIsLarge(true)}>
          <Maximize2 size={14} />
        </IconButton>
      </span>
      {(isRich || isPlain) && variables ? (
        <RichTextField {...rich} id={fieldId} rows={Math.max(input.rows ?? 1, 1)} variables={variables} />
      ) : (
        <TextArea id={fieldId} rows={Math.max(input.rows ?? 1, 1)} {...shared} />
      )}
      {unknown !== undefined && <small className={completion['reason']}>{unknown}</small>}
      <Dialog
        isOpen={isLarge}
        title={input.label || t('expand')}
        width={840}
        onClose={() => setIsLarge(false)}
        actions={<Button onClick={() => setIsLarge(false)}>{t('done')}</Button>}
      >
        {(isRich || isPlain) && variables ? (
          <RichTextField {...rich} rows={largeRows} variables={variables} />
        ) : (
          <TextArea label={input.label} rows={largeRows} {...shared} />
        )}
      </Dialog>
    </>
  );
}
