import type { TemplateInput } from '@tendril/contract/node/node-template';
import { visibleInputs } from '@tendril/contract/node/visibility';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { ParamField } from './param-field.tsx';
import type { ParamFieldProps, ParamScope } from './param-props.ts';
import styles from './params.module.css';

interface ParamFormProps {
  inputs: readonly TemplateInput[];
  values: Readonly<Record<string, unknown>>;
  onChange: (changes: Readonly<Record<string, unknown>>) => void;
  scope: ParamScope;
  renderCredential?: ParamFieldProps['renderCredential'];
}

/** Parameters as a form: those of the face first, the others under "more". */
export function ParamForm({ inputs, values, onChange, scope, renderCredential }: ParamFormProps) {
  const t = useTexts(canvasTexts);
  const shown = visibleInputs(inputs, values).filter((input) => !input.hidden);
  const main = shown.filter((input) => !input.additionalParams);
  const more = shown.filter((input) => input.additionalParams);
  const field = (input: TemplateInput) => (
    <ParamField
      key={input.name}
      input={input}
      values={values}
      onChangeValues={onChange}
      scope={scope}
      renderCredential={renderCredential}
    />
  );
  return (
    <div className={styles['form']}>
      {main.map(field)}
      {more.length > 0 && (
        <details className={styles['moreSettings']} open={main.length === 0}>
          <summary>
            {t('moreSettings')} <span>{more.length}</span>
          </summary>
          <div className={styles['form']}>{more.map(field)}</div>
        </details>
      )}
    </div>
  );
}
