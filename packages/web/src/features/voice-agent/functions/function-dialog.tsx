import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { FunctionFields } from './function-fields.tsx';
import styles from './function-form.module.css';
import { problemFinder } from './function-form.ts';
import { functionLook } from './function-look.ts';
import { FunctionTestDialog } from './function-test-dialog.tsx';
import { FunctionTile } from './function-tile.tsx';

interface FunctionDialogProps {
  agentId: string;
  /** The initial values of the form. */
  first: VoiceFunction;
  isNew: boolean;
  /** Names of the agent's other functions. */
  otherNames: readonly string[];
  onSave: (asked: VoiceFunction) => void;
  onClose: () => void;
}

const width = 520;
const customWidth = 1040;

/** The form of a function. Saving always closes it. */
export function FunctionDialog({ agentId, first, isNew, otherNames, onSave, onClose }: FunctionDialogProps) {
  const t = useTexts(voiceFunctionTexts);
  const [draft, setDraft] = useState(first);
  const [isTesting, setTesting] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first);
  const leave = async () => {
    const question = {
      title: t('discardTitle'),
      description: t('discardText'),
      confirmText: t('discard'),
      cancelText: t('keepEditing'),
      isDanger: true,
    };
    if (!isChanged || (await confirm(question))) onClose();
  };
  return (
    <>
      <Dialog
        isOpen
        title={functionLook(draft.type).label}
        back={<FunctionTile type={draft.type} size={36} />}
        width={draft.type === 'custom' ? customWidth : width}
        onClose={() => void leave()}
        onSubmit={() => {
          onSave(draft);
          onClose();
        }}
        actions={
          <>
            <Button
              look="quiet"
              className={styles['test'] ?? ''}
              icon={<FlaskConical size={18} />}
              onClick={() => setTesting(true)}
            >
              {t(draft.type === 'custom' ? 'sendTest' : 'test')}
            </Button>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" look="primary">
              {t('save')}
            </Button>
          </>
        }
      >
        <FunctionFields
          draft={draft}
          edit={(changes) => setDraft((before) => ({ ...before, ...changes }) as VoiceFunction)}
          problemOf={problemFinder(draft, otherNames, isNew)}
        />
      </Dialog>
      {isTesting && <FunctionTestDialog agentId={agentId} asked={draft} onClose={() => setTesting(false)} />}
    </>
  );
}
