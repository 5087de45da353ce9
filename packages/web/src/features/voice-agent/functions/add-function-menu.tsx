import { functionTypes } from '@tendril/contract/voice/voice-function';
import { ChevronDown, Plus } from 'lucide-react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { mostFunctions } from './function-list.ts';
import { functionLook } from './function-look.ts';
import styles from './functions-panel.module.css';
import type { FunctionEditing } from './use-function-editing.tsx';

/** The six kinds of functions in display order. */
export function AddFunctionMenu({ editing, look }: { editing: FunctionEditing; look: 'plain' | 'quiet' }) {
  const t = useTexts(voiceFunctionTexts);
  const { functions } = editing.list;
  const isFull = functions !== undefined && functions.length >= mostFunctions;
  return (
    <ActionMenu
      label={t('addFunction')}
      actions={functionTypes.map(({ type, label }) => ({
        id: type,
        label,
        Icon: functionLook(type).Icon,
        onSelect: () => editing.add(type),
      }))}
      renderButton={(props) => (
        <Button
          {...props}
          size="small"
          look={look}
          disabled={!functions || isFull}
          title={isFull ? t('functionsFull') : undefined}
          icon={<Plus size={16} />}
        >
          {t('add')}
          {/* In the head of a section stands the arrow of the section beside it. */}
          {look === 'plain' && <ChevronDown size={16} className={styles['chevron']} aria-hidden />}
        </Button>
      )}
    />
  );
}
