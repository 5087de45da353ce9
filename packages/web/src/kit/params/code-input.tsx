import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { CodeTrial } from './code-trial.tsx';
import { asText, type EditorProps } from './param-props.ts';

/** Code that stands on its own: it can be tried without the flow around it. */
const triable = new Set(['javascriptFunction', 'ifFunction', 'elseFunction', 'conditionFunction']);

/** JavaScript written by the user. */
export function CodeInput({ fieldId, input, value, onChange, values, scope }: EditorProps) {
  const t = useTexts(paramTexts);
  const text = asText(value);
  return (
    <>
      <CodeField
        id={fieldId}
        label={input.label}
        language="javascript"
        text={text}
        placeholder={input.placeholder ?? ''}
        onChange={onChange}
        variables={input.acceptVariable ? () => scope.variablesOf?.(input) ?? [] : undefined}
      />
      {input.codeExample && text.trim() === '' && (
        <div>
          <Button size="small" onClick={() => onChange(input.codeExample)}>
            {t('seeExample')}
          </Button>
        </div>
      )}
      {triable.has(input.name) && (
        <CodeTrial code={text} firstInputs={asText(values['functionInputVariables'])} />
      )}
    </>
  );
}
