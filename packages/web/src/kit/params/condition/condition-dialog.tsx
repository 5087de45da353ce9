import { CircleAlert, Code, Info, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paramTexts } from '../../texts/en/params.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeField } from '../code-field.tsx';
import type { VariableChoice } from '../param-props.ts';
import styles from './condition.module.css';
import { ConditionFoot } from './condition-foot.tsx';
import { ConditionHelp } from './condition-help.tsx';
import { ConditionTable } from './condition-table.tsx';
import {
  type ConditionDraft,
  type SavedCondition,
  type StoredCondition,
  useConditionDraft,
} from './use-condition-draft.ts';

interface ConditionDialogProps {
  title: string;
  stored: StoredCondition;
  operations: readonly string[];
  variables: readonly VariableChoice[];
  codeExample: string;
  onSave: (saved: SavedCondition) => void;
  onClose: () => void;
}

/** The alert of the last save; it takes the focus where no field is at fault. */
function Alert({ draft }: { draft: ConditionDraft }) {
  const t = useTexts(paramTexts);
  const box = useRef<HTMLDivElement>(null);
  const { fault } = draft;
  useEffect(() => {
    if (fault && fault.field === undefined) box.current?.focus();
  }, [fault]);
  if (!fault) return null;
  const { row } = fault;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles['alert']}>
      <CircleAlert size={20} aria-hidden="true" />
      <p>{fault.text}</p>
      {row !== undefined && (
        <button type="button" onClick={() => draft.check()}>
          {t('conditionGoTo', { item: row + 1 })}
        </button>
      )}
    </div>
  );
}

function ModeTabs({ draft }: { draft: ConditionDraft }) {
  const t = useTexts(paramTexts);
  const tabs = [
    { mode: 'conditionUI', label: t('conditionTable'), Icon: Table2 },
    { mode: 'conditionFunction', label: t('conditionCode'), Icon: Code },
  ] as const;
  return (
    <div className={styles['modes']} role="tablist" aria-label={t('conditionModes')}>
      {tabs.map(({ mode, label, Icon }) => (
        <button
          key={mode}
          type="button"
          role="tab"
          id={`condition-tab-${mode}`}
          aria-selected={draft.mode === mode}
          aria-controls="condition-pane"
          onClick={() => draft.chooseMode(mode)}
        >
          <Icon size={18} aria-hidden="true" />
          {label}
        </button>
      ))}
    </div>
  );
}

/** Sets a condition: as a table of items, or as code that returns the name of an output. */
export function ConditionDialog(props: ConditionDialogProps) {
  const { title, stored, operations, variables, codeExample, onSave, onClose } = props;
  const t = useTexts(paramTexts);
  const draft = useConditionDraft(stored);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const save = () => {
    const saved = draft.check();
    if (saved) onSave(saved);
  };
  return (
    <Dialog
      isOpen
      title={title}
      width={1000}
      onClose={onClose}
      actions={<ConditionFoot draft={draft} onCancel={onClose} onSave={save} />}
    >
      <div className={styles['lead']}>
        <p>{t(draft.mode === 'conditionUI' ? 'conditionTableHelp' : 'conditionCodeHelp')}</p>
        <Button
          look="quiet"
          size="small"
          icon={<Info size={18} />}
          aria-expanded={isHelpOpen}
          onClick={() => setIsHelpOpen(!isHelpOpen)}
        >
          {t('conditionHowTo')}
        </Button>
      </div>
      {isHelpOpen && <ConditionHelp mode={draft.mode} />}
      <ModeTabs draft={draft} />
      <Alert draft={draft} />
      <div id="condition-pane" role="tabpanel" aria-labelledby={`condition-tab-${draft.mode}`}>
        {draft.mode === 'conditionUI' ? (
          <ConditionTable draft={draft} operations={operations} variables={variables} />
        ) : (
          <div className={styles['code']}>
            <CodeField
              id="condition-code"
              label={t('conditionCode')}
              language="javascript"
              text={draft.code}
              onChange={draft.writeCode}
            />
            {draft.code.trim() === '' && codeExample && (
              <Button size="small" onClick={() => draft.writeCode(codeExample)}>
                {t('seeExample')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
