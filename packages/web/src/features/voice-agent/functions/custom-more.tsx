import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import styles from './function-form.module.css';
import type { FunctionForm } from './function-form.ts';
import { PairRows } from './pair-rows.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The parts of a custom function's request that most need not touch. */
export function CustomMore({ form }: { form: FunctionForm<'custom'> }) {
  const t = useTexts(voiceFunctionTexts);
  const methodId = useId();
  const { draft, edit } = form;
  const hasBody = draft.method !== 'GET' && draft.method !== 'DELETE';
  const isUsed =
    draft.method !== 'POST' ||
    draft.argsAtRoot ||
    Object.keys(draft.headers).length + Object.keys(draft.responseVariables).length > 0;
  return (
    <details className={styles['more']} open={isUsed || undefined}>
      <summary>{t('more')}</summary>
      <div className={styles['moreBody']}>
        <div className={styles['inline']}>
          <label htmlFor={methodId}>{t('method')}</label>
          <SelectField
            id={methodId}
            value={draft.method}
            options={methods.map((name) => ({ name, label: name }))}
            emptyLabel=""
            canBeEmpty={false}
            onChange={(name) => edit({ method: methods.find((one) => one === name) ?? 'POST' })}
          />
        </div>
        <PairRows
          label={t('headers')}
          hint={t('headersHint')}
          keyLabel={t('header')}
          valueLabel={t('value')}
          maxKey={200}
          maxValue={4000}
          pairs={draft.headers}
          onChange={(headers) => edit({ headers })}
        />
        <SwitchField
          label={t('argsAtRoot')}
          hint={t(hasBody ? (draft.argsAtRoot ? 'argsAtRootOn' : 'argsAtRootOff') : 'argsInAddress')}
          isOn={draft.argsAtRoot}
          onChange={(argsAtRoot) => edit({ argsAtRoot })}
        />
        <PairRows
          label={t('responseVariables')}
          hint={t('responseVariablesHint')}
          keyLabel={t('variable')}
          valueLabel={t('path')}
          maxKey={64}
          maxValue={500}
          pairs={draft.responseVariables}
          onChange={(responseVariables) => edit({ responseVariables })}
        />
      </div>
    </details>
  );
}
