import {
  type ErasureBy,
  type ErasureKind,
  erasureKinds,
  erasureSubjects,
} from '@tendril/contract/api/erasures';
import { useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useErase, usePreviewErasure } from './data.queries.ts';
import { ErasureReceipts } from './erasure-receipts.tsx';
import styles from './workspace.module.css';
import { useWorkspaceDialog } from './workspace-store.ts';

/** Finds what is stored of one person, shows how much it is, and erases it. */
export function ErasurePanel({ isHeld }: { isHeld: boolean }) {
  const t = useTexts(workspaceTexts);
  const chatId = useWorkspaceDialog((dialog) => dialog.chatId);
  const [by, setBy] = useState<ErasureBy>(chatId === undefined ? 'email' : 'chatId');
  const [value, setValue] = useState(chatId ?? '');
  const [isTried, setTried] = useState(false);
  const preview = usePreviewErasure();
  const erase = useErase();
  const subject = { by, value: value.trim() };
  const reset = () => {
    setTried(false);
    preview.reset();
  };
  const begin = async () => {
    const [title, description] = [t('eraseTitle'), t('eraseQuestion')];
    if (!(await confirm({ title, description, confirmText: t('erase'), isDanger: true }))) return;
    erase.mutate(subject, {
      onSuccess() {
        reset();
        setValue('');
        notify(t('erasureStarted'), 'success');
      },
      onError: notifyError,
    });
  };
  return (
    <section className={styles['section']} aria-labelledby="workspace-erasure">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-erasure">{t('erasure')}</h3>
          <p>{isHeld ? t('erasureHeld') : t('erasureHelp')}</p>
        </div>
      </div>
      <form
        className={styles['line']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (subject.value !== '') preview.mutate(subject, { onError: notifyError });
        }}
      >
        <TextField
          label={t('erasureValue')}
          value={value}
          autoComplete="off"
          maxLength={254}
          onChange={(event) => {
            setValue(event.target.value);
            reset();
          }}
          error={isTried && subject.value === '' ? t('erasureNeedsValue') : undefined}
        />
        <div className={styles['role']}>
          {t('erasureBy')}
          <SelectMenu
            label={t('erasureBy')}
            options={erasureSubjects.map((one) => ({ value: one, label: t(`erasureBy_${one}`) }))}
            value={by}
            onChange={(next) => {
              setBy(next);
              reset();
            }}
          />
        </div>
        <Button type="submit" isBusy={preview.isPending}>
          {t('countErasure')}
        </Button>
      </form>
      {preview.data && (
        <ErasurePreview
          counts={preview.data.counts}
          isBlocked={isHeld || preview.data.isHeld}
          isBusy={erase.isPending}
          onErase={() => void begin()}
        />
      )}
      <ErasureReceipts />
    </section>
  );
}

interface ErasurePreviewProps {
  counts: Partial<Record<ErasureKind, number>>;
  isBlocked: boolean;
  isBusy: boolean;
  onErase: () => void;
}

function ErasurePreview({ counts, isBlocked, isBusy, onErase }: ErasurePreviewProps) {
  const t = useTexts(workspaceTexts);
  const found = erasureKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  if (found.length === 0) return <p role="status">{t('erasureNothing')}</p>;
  return (
    <ul className={styles['rows']}>
      <li>
        <div className={styles['words']} role="status">
          <strong>{t('erasureFound')}</strong>
          <span>{found.map((kind) => t(`count_${kind}`, { count: counts[kind] ?? 0 })).join(' · ')}</span>
        </div>
        <Button look="danger" isBusy={isBusy} disabled={isBlocked} onClick={onErase}>
          {t('erase')}
        </Button>
      </li>
    </ul>
  );
}
