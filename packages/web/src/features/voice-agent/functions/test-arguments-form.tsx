import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { RadioSegments } from '../radio-segments.tsx';
import styles from './function-test.module.css';
import type { TestArgument } from './test-arguments.ts';
import { TextAreaField } from './text-area-field.tsx';
import type { FunctionTest } from './use-function-test.ts';

const mostLetters = 10_000;
const mostJsonLetters = 100_000;

/** The arguments of a test, one field for each or as JSON, and values of the variables in the function's texts. */
export function TestArguments({ test }: { test: FunctionTest }) {
  const t = useTexts(voiceFunctionTexts);
  return (
    <>
      <div className={styles['head']}>
        <h3>{t('arguments')}</h3>
        {test.list && (
          <RadioSegments
            label={t('argumentsAs')}
            options={[
              { value: 'form', label: t('asForm') },
              { value: 'json', label: t('asJson') },
            ]}
            value={test.isJson ? 'json' : 'form'}
            onChange={(value) => test.setJson(value === 'json')}
          />
        )}
      </div>
      {test.isJson ? (
        <TextAreaField
          label={t('argumentsJson')}
          rows={6}
          maxLength={mostJsonLetters}
          value={test.jsonText}
          onChange={test.setJsonText}
        />
      ) : (
        <>
          {test.list?.length === 0 && <p className={styles['help']}>{t('noArguments')}</p>}
          {test.list?.map((argument) => (
            <ArgumentField
              key={argument.name}
              argument={argument}
              text={test.valueOf(argument.name)}
              onChange={(text) => test.setValue(argument.name, text)}
            />
          ))}
        </>
      )}
      {test.variableNames.length > 0 && (
        <>
          <h3>{t('variables')}</h3>
          {test.variableNames.map((name) => (
            <TextField
              key={name}
              label={`{{${name}}}`}
              autoComplete="off"
              maxLength={mostLetters}
              value={test.variableOf(name)}
              onChange={(event) => test.setVariable(name, event.target.value)}
            />
          ))}
        </>
      )}
    </>
  );
}

interface ArgumentFieldProps {
  argument: TestArgument;
  text: string;
  onChange: (text: string) => void;
}

function ArgumentField({ argument, text, onChange }: ArgumentFieldProps) {
  const t = useTexts(voiceFunctionTexts);
  const id = useId();
  const { name, type, choices, description, isRequired } = argument;
  const label = isRequired ? t('required', { name }) : name;
  const list = type === 'boolean' ? ['true', 'false'] : choices;
  if (list.length > 0)
    return (
      <div className={styles['choice']}>
        <label htmlFor={id}>{label}</label>
        <SelectField
          id={id}
          value={text}
          options={list.map((choice) => ({ name: choice, label: choice }))}
          emptyLabel={t('leftOut')}
          canBeEmpty
          onChange={onChange}
        />
        {description && <small>{description}</small>}
      </div>
    );
  if (type === 'json')
    return (
      <TextAreaField
        label={t('jsonArgument', { name: label })}
        rows={3}
        maxLength={mostJsonLetters}
        hint={description}
        value={text}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={label}
      inputMode={type === 'string' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={mostLetters}
      hint={description}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
