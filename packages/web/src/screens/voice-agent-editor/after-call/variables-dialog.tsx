import { builtInVariableNames } from '@tendril/contract/voice/dynamic-variables';
import { useState } from 'react';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { PromptPreview } from './prompt-preview.tsx';
import { maySave, rowProblems, toRows, toVariables } from './variable-rows.ts';
import styles from './variables-dialog.module.css';
import { VariablesTable } from './variables-table.tsx';

interface VariablesDialogProps {
  agentId: string;
  variables: Readonly<Record<string, string>>;
  /** Closes the dialog. */
  onSave: (variables: Record<string, string>) => void;
  onClose: () => void;
}

/** The table of variables and their default values, and what the prompt becomes by them. */
export function VariablesDialog({ agentId, variables, onSave, onClose }: VariablesDialogProps) {
  const t = useTexts(voiceAfterCallTexts);
  const [first] = useState(() => toRows(variables));
  const [rows, setRows] = useState(first);
  const [isMarked, setMarked] = useState(false);
  const problems = rowProblems(rows);
  const save = () => {
    if (maySave(problems)) onSave(toVariables(rows));
    else setMarked(true);
  };
  const leave = async () => {
    const question = {
      title: t('discardTitle'),
      description: t('discardText'),
      confirmText: t('discard'),
      cancelText: t('keepEditing'),
      isDanger: true,
    };
    if (JSON.stringify(rows) === JSON.stringify(first) || (await confirm(question))) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t('variables')}
      width={760}
      onClose={() => void leave()}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary">
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles['parts']}>
        <VariablesTable rows={rows} problems={problems} isMarked={isMarked} onChange={setRows} />
        <details className={styles['more']}>
          <summary>{t('builtIn')}</summary>
          <p>{t('builtInHint', { zone: '{{current_time_America/New_York}}' })}</p>
          <ul className={styles['names']}>
            {builtInVariableNames.map((name) => (
              <li key={name}>
                <code>{`{{${name}}}`}</code>
              </li>
            ))}
          </ul>
        </details>
        <PromptPreview agentId={agentId} variables={maySave(problems) ? toVariables(rows) : undefined} />
      </div>
    </Dialog>
  );
}
