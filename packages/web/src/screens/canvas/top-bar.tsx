import { ArrowLeft, Copy, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCanvas } from '../../canvas/use-canvas.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { useTexts } from '../../texts/texts.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFlowFile, useIsDirty } from './desk.ts';
import styles from './top-bar.module.css';
import type { FlowActions } from './use-flow-actions.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

function FlowName({ onRename }: { onRename: (name: string) => void }) {
  const t = useTexts(canvasTexts);
  const name = useFlowFile((file) => file.name);
  const isDirty = useIsDirty();
  const [isWriting, setIsWriting] = useState(false);
  const keep = (text: string) => {
    setIsWriting(false);
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed !== name) onRename(trimmed);
  };
  if (isWriting) {
    return (
      <input
        className={styles['nameField']}
        aria-label={t('flowName')}
        defaultValue={name}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep(event.currentTarget.value);
          if (event.key === 'Escape') setIsWriting(false);
        }}
      />
    );
  }
  return (
    <>
      <h1 className={styles['name']} title={name}>
        {name}
        {isDirty && (
          <span className={styles['dirty']} title={t('unsaved')}>
            *<span className="visually-hidden">{t('unsaved')}</span>
          </span>
        )}
      </h1>
      <IconButton label={t('rename')} size="small" onClick={() => setIsWriting(true)}>
        <Pencil size={16} />
      </IconButton>
    </>
  );
}

function SavedLabel() {
  const t = useTexts(canvasTexts);
  const status = useFlowFile((file) => file.status);
  const savedAt = useFlowFile((file) => file.savedAt);
  const isDirty = useIsDirty();
  const words = () => {
    if (status === 'saving') return t('saving');
    if (isDirty || status !== 'resting' || savedAt === null) return t('notSaved');
    return t('saved', { time: clock.format(savedAt) });
  };
  return (
    <span className={styles['saved']} role="status">
      {isDirty && <i />}
      {words()}
    </span>
  );
}

interface TopBarProps {
  actions: FlowActions;
  isTestOpen: boolean;
  onTest: () => void;
}

/** The bar of the canvas: where it came from, its name, whether it is saved, and what to do with it. */
export function TopBar({ actions, isTestOpen, onTest }: TopBarProps) {
  const t = useTexts(canvasTexts);
  const isNew = useFlowFile((file) => file.id === null);
  const isSaving = useFlowFile((file) => file.status === 'saving');
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  return (
    <header className={styles['bar']}>
      <IconButton label={t('back')} onClick={actions.back}>
        <ArrowLeft size={20} />
      </IconButton>
      <FlowName onRename={actions.rename} />
      <span className={styles['gap']} />
      {!(isNew && isEmpty) && <SavedLabel />}
      <Button
        className={styles['button']}
        look="quiet"
        icon={<Play size={18} />}
        aria-pressed={isTestOpen}
        onClick={onTest}
      >
        {t('test')}
      </Button>
      {!isNew && (
        <ActionMenu
          label={t('more')}
          actions={[
            {
              id: 'duplicate',
              label: t('duplicateFlow'),
              Icon: Copy,
              onSelect: () => void actions.duplicate(),
            },
            {
              id: 'delete',
              label: t('deleteFlow'),
              Icon: Trash2,
              isDanger: true,
              onSelect: () => void actions.remove(),
            },
          ]}
          renderButton={(props) => (
            <IconButton label={t('more')} {...props}>
              <Ellipsis size={20} />
            </IconButton>
          )}
        />
      )}
      <Button className={styles['button']} look="primary" isBusy={isSaving} onClick={actions.save}>
        {t('save')}
      </Button>
    </header>
  );
}
