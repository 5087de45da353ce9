import { useState } from 'react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './after-call.module.css';
import { SaveFault } from './save-fault.tsx';
import { useSetting } from './use-setting.ts';
import { VariablesDialog } from './variables-dialog.tsx';

/** The default values of variables: how many there are, and the dialog that sets them. */
export function VariablesRow({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const setting = useSetting(agentId, 'defaultDynamicVariables');
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(setting.value ?? {});
  return (
    <div>
      <div className={styles['head']}>
        <div>
          <span className={styles['label']}>{t('variables')}</span>
          <small>{names.length > 0 ? names.join(', ') : t('variablesHint', { name: '{{name}}' })}</small>
        </div>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('setUp')}
        </Button>
      </div>
      <SaveFault setting={setting} />
      {isOpen && (
        <VariablesDialog
          agentId={agentId}
          variables={setting.value ?? {}}
          onSave={(variables) => {
            setOpen(false);
            setting.change(variables);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
