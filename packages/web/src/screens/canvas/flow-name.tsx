import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { WrittenName } from '../../kit/ui/written-name.tsx';
import { useFlowFile, useIsDirty } from './editing-session.ts';
import styles from './top-bar.module.css';

/** The flow's name with its mark of unsaved edits, written where it stands. */
export function FlowName({ onRename }: { onRename: (name: string) => void }) {
  const t = useTexts(canvasTexts);
  const name = useFlowFile((file) => file.name);
  const isDirty = useIsDirty();
  return (
    <WrittenName
      name={name}
      renameLabel={t('rename')}
      fieldLabel={t('flowName')}
      mark={
        isDirty && (
          <span className={styles['dirty']} title={t('unsaved')}>
            *<span className="visually-hidden">{t('unsaved')}</span>
          </span>
        )
      }
      onRename={onRename}
    />
  );
}
