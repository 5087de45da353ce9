import type { TemplateInput } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { type FocusEvent, useId } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { paramEditors } from './param-editors.ts';
import { type ParamFieldProps, valueOrDefault } from './param-props.ts';
import styles from './params.module.css';

function isMissing(input: TemplateInput, value: unknown): boolean {
  if (
    input.optional ||
    input.type === 'boolean' ||
    input.type === 'tabs' ||
    input.type === 'conditionFunction'
  )
    return false;
  const held = valueOrDefault(value, input);
  return held === undefined || held === '';
}

/** One parameter: its label, its editor by type, and what helps to fill it in. */
export function ParamField({ input, values, onChangeValues, scope, renderCredential }: ParamFieldProps) {
  const t = useTexts(paramTexts);
  const fieldId = useId();
  const isCredential = input.type === 'credential';
  const value = isCredential ? scope.credential : values[input.name];
  const isRequired = !input.optional && input.type !== 'boolean' && input.type !== 'tabs';
  const { marksMissing, onLeaveField } = scope;
  const isAskedFor = typeof marksMissing === 'function' ? marksMissing(input.name) : marksMissing !== false;
  const isEmpty = isAskedFor && isMissing(input, value);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeaveField?.(input.name);
  };
  const Editor = isParamType(input.type) ? paramEditors[input.type] : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that its field was left
    <div
      className={styles['field']}
      data-param-field={input.name}
      data-missing={isEmpty || undefined}
      onBlur={leave}
    >
      {input.label && (
        <label htmlFor={fieldId} id={`${fieldId}-label`}>
          {input.label}
          {isRequired && (
            <b className={styles['asterisk']} title={t('required')}>
              *
            </b>
          )}
        </label>
      )}
      {isCredential && renderCredential?.(fieldId, input)}
      {Editor && (
        <Editor
          fieldId={fieldId}
          input={input}
          value={value}
          onChange={(changed) => onChangeValues({ [input.name]: changed })}
          values={values}
          onChangeValues={onChangeValues}
          scope={scope}
          Field={ParamField}
        />
      )}
      {isEmpty && <p className={styles['missing']}>{t('required')}</p>}
      {!isEmpty && scope.errors?.[input.name] && (
        <p className={styles['missing']}>{scope.errors[input.name]}</p>
      )}
      {input.description && <p className={styles['help']}>{input.description}</p>}
      {input.hint && <p className={styles['help']}>{input.hint}</p>}
      {input.warning && <p className={styles['warning']}>{input.warning}</p>}
    </div>
  );
}
