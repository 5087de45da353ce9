import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '../../../kit/lib/format-bytes.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { uiTexts } from '../../../kit/texts/en/ui.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { storesQuery } from '../stores.queries.ts';
import styles from './folder-dialog.module.css';
import { LeftOutFiles } from './left-out-files.tsx';
import type { AskedFolder, IntakeTarget } from './use-folder-intake.ts';

interface FolderDialogProps {
  asked: AskedFolder;
  /** The store that takes it; absent where that is asked. */
  storeId: string | undefined;
  onTake: (target: IntakeTarget) => void;
  onClose: () => void;
}

/** Before a folder is taken in: what of it, where to, what is left out and why. */
export function FolderDialog({ asked, storeId, onTake, onClose }: FolderDialogProps) {
  const t = useTexts(knowledgeFileTexts);
  const ui = useTexts(uiTexts);
  const { name, plan } = asked;
  const [target, setTarget] = useState<IntakeTarget>(storeId === undefined ? { name } : { storeId });
  const isBlocked = plan.files.length === 0 || plan.overLimit !== undefined;
  const isNamed = !('name' in target) || target.name.trim() !== '';
  return (
    <Dialog
      isOpen
      title={t('folderTitle', { name })}
      width={560}
      onClose={onClose}
      onSubmit={() => {
        if (!isBlocked && isNamed) onTake('name' in target ? { name: target.name.trim() } : target);
      }}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          {!isBlocked && (
            <Button type="submit" look="primary" autoFocus={storeId !== undefined} disabled={!isNamed}>
              {t('folderTake', { count: plan.files.length })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['stack']}>
        <p>
          {plan.files.length === 0
            ? t('folderNothing')
            : t('folderFacts', { count: plan.files.length, size: formatBytes(plan.bytes) })}
        </p>
        {plan.overLimit && (
          <p role="alert" className={styles['problem']}>
            {t(plan.overLimit === 'bytes' ? 'folderOverBytes' : 'folderOverChunks', {
              room: plan.overLimit === 'bytes' ? formatBytes(plan.room) : plan.room.toLocaleString('en-US'),
            })}
          </p>
        )}
        {storeId === undefined && !isBlocked && (
          <TargetChoice folder={name} target={target} onChange={setTarget} />
        )}
        {plan.leftOut.length > 0 && <LeftOutFiles files={plan.leftOut} />}
      </div>
    </Dialog>
  );
}

interface TargetChoiceProps {
  folder: string;
  target: IntakeTarget;
  onChange: (target: IntakeTarget) => void;
}

/** A new store under the folder's name, or one that is there. */
function TargetChoice({ folder, target, onChange }: TargetChoiceProps) {
  const t = useTexts(knowledgeFileTexts);
  const { data: stores = [] } = useQuery(storesQuery);
  const [first] = stores;
  const isNew = 'name' in target;
  return (
    <>
      {first && (
        <Segmented
          label={t('folderWhere')}
          segments={[
            { value: 'new', label: t('folderNew') },
            { value: 'known', label: t('folderKnown') },
          ]}
          value={isNew ? 'new' : 'known'}
          onChange={(way) => onChange(way === 'new' ? { name: folder } : { storeId: first.id })}
        />
      )}
      {isNew ? (
        <TextField
          autoFocus
          label={t('folderName')}
          maxLength={200}
          required
          value={target.name}
          onChange={({ target: { value } }) => onChange({ name: value })}
        />
      ) : (
        <div>
          <SelectMenu
            label={t('folderStore')}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={target.storeId}
            onChange={(storeId) => onChange({ storeId })}
          />
          <p className={styles['help']}>{t('folderAgain', { name: folder })}</p>
        </div>
      )}
    </>
  );
}
