import { useState } from 'react';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SaveFault } from '../after-call/save-fault.tsx';
import { useSetting } from '../after-call/use-setting.ts';
import { VariablesDialog } from '../after-call/variables-dialog.tsx';
import styles from './left-pane.module.css';

/** How many values fit beside the lint line. */
const mostShown = 2;

interface TestValuesProps {
  agentId: string;
  /** Variables that the prompt or the begin message uses and that calls do not provide themselves. */
  asked: readonly string[];
}

/** The default values of the variables, with which the agent is tried; they open the dialog that sets them. */
export function TestValues({ agentId, asked }: TestValuesProps) {
  const t = useTexts(voicePromptTexts);
  const setting = useSetting(agentId, 'defaultDynamicVariables');
  const [isOpen, setOpen] = useState(false);
  const values = setting.value ?? {};
  const missing = asked.filter((name) => !Object.hasOwn(values, name));
  return (
    <>
      <button
        type="button"
        className={styles['values']}
        aria-haspopup="dialog"
        title={t('editValues')}
        onClick={() => setOpen(true)}
      >
        <span>{t('testValues')}</span>
        {missing.length > 0 ? (
          <b>{t('valuesSet', { set: asked.length - missing.length, all: asked.length })}</b>
        ) : (
          <SetValues values={values} />
        )}
      </button>
      {setting.error !== undefined && <SaveFault setting={setting} />}
      {isOpen && (
        <VariablesDialog
          agentId={agentId}
          variables={{ ...values, ...Object.fromEntries(missing.map((name) => [name, ''])) }}
          onSave={(next) => {
            setOpen(false);
            // A line that was offered and stayed empty is no value.
            const isKept = ([name, value]: [string, string]) => value !== '' || !missing.includes(name);
            setting.change(Object.fromEntries(Object.entries(next).filter(isKept)));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function SetValues({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useTexts(voicePromptTexts);
  const set = Object.entries(values);
  if (set.length === 0) return <b>{t('noValues')}</b>;
  return (
    <>
      {set.slice(0, mostShown).map(([name, value]) => (
        <b key={name}>{t('valuePair', { name, value })}</b>
      ))}
      {set.length > mostShown && <b>{t('moreValues', { count: set.length - mostShown })}</b>}
    </>
  );
}
