import MuiDrawer from '@mui/material/Drawer';
import type { StoreChunk } from '@tendril/contract/api/document-stores';
import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { CodeField } from '../../kit/params/code-field.tsx';
import { TextArea } from '../../kit/params/text-area.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { knowledgeWorkTexts } from '../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './chunk-drawer.module.css';
import { useDeleteChunk, useUpdateChunk } from './chunks/chunks.queries.ts';
import { readMetadata } from './read-metadata.ts';
import { usePlaceText } from './use-place-text.ts';

interface ChunkDrawerProps {
  chunk: StoreChunk;
  onClose: () => void;
  /** After a change or a deletion; `null` when it is gone. */
  onChanged?: (chunk: StoreChunk | null) => void;
}

/** A chunk to read and edit, in a side drawer. */
export function ChunkDrawer({ chunk, onClose, onChanged }: ChunkDrawerProps) {
  const t = useTexts(knowledgeWorkTexts);
  const place = usePlaceText();
  const titleId = useId();
  const edit = useChunkEdit(chunk, onClose, onChanged);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <MuiDrawer
      open
      anchor="right"
      onClose={() => void edit.close()}
      slotProps={{
        paper: {
          className: styles['paper'] ?? '',
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
        },
      }}
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
        <header className={styles['head']}>
          <div>
            <h2 id={titleId}>{t('editChunk', { number: chunk.chunkNo })}</h2>
            <p>
              {[place(chunk.metadata), t('charCount', { count: edit.text.length })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <IconButton label={t('close')} onClick={() => void edit.close()}>
            <X size={20} />
          </IconButton>
        </header>
        <ChunkFields edit={edit} />
        <footer className={styles['foot']}>
          <Button look="quiet" isBusy={edit.isDeleting} onClick={() => void edit.remove()}>
            {t('delete')}
          </Button>
          <Button onClick={() => void edit.close()}>{t('close')}</Button>
          <Button type="submit" look="primary" isBusy={edit.isSaving} disabled={!edit.isDirty}>
            {t('save')}
          </Button>
        </footer>
      </form>
    </MuiDrawer>
  );
}

function ChunkFields({ edit }: { edit: ChunkEdit }) {
  const t = useTexts(knowledgeWorkTexts);
  const id = useId();
  return (
    <div className={styles['body']}>
      <div className={styles['field']}>
        <label htmlFor={`${id}-text`}>{t('content')}</label>
        <TextArea id={`${id}-text`} rows={12} text={edit.text} onChange={edit.setText} />
        {edit.isTextMissing && <p className={styles['error']}>{t('contentNeeded')}</p>}
      </div>
      <div className={styles['field']}>
        <span>{t('metadata')}</span>
        <CodeField
          id={`${id}-metadata`}
          label={t('metadata')}
          language="json"
          text={edit.metadata}
          onChange={edit.setMetadata}
        />
        {edit.isMetadataBad && <p className={styles['error']}>{t('metadataBad')}</p>}
      </div>
      {edit.error !== null && (
        <p role="alert" className={styles['error']}>
          {toMessage(edit.error)}
        </p>
      )}
    </div>
  );
}

function useChunkEdit(chunk: StoreChunk, onClose: () => void, onChanged: ChunkDrawerProps['onChanged']) {
  const t = useTexts(knowledgeWorkTexts);
  const number = chunk.chunkNo;
  const update = useUpdateChunk();
  const drop = useDeleteChunk();
  const first = JSON.stringify(chunk.metadata, null, 2);
  const [text, setText] = useState(chunk.pageContent);
  const [metadata, setMetadata] = useState(first);
  const read = readMetadata(metadata);
  const isDirty = text !== chunk.pageContent || metadata !== first;

  const save = () => {
    if (text.trim() === '' || read === undefined || !isDirty || update.isPending) return;
    const changed = { ...chunk, pageContent: text, metadata: read };
    update.mutate(changed, {
      onSuccess: (kept) => {
        const isOther = kept.pageContent !== chunk.pageContent;
        notify(t(isOther ? 'chunkSavedEmbed' : 'chunkSaved', { number }), 'success');
        onChanged?.(kept);
        onClose();
      },
    });
  };
  const close = async () => {
    const question = { title: t('unsavedTitle'), description: t('unsavedText'), confirmText: t('discard') };
    if (!isDirty || (await confirm({ ...question, cancelText: t('stay') }))) onClose();
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteChunk', { number }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    drop.mutate(chunk, {
      onSuccess: () => {
        notify(t('chunkDeleted', { number }), 'success');
        onChanged?.(null);
        onClose();
      },
      onError: notifyError,
    });
  };
  return {
    text,
    setText,
    metadata,
    setMetadata,
    isDirty,
    isTextMissing: text.trim() === '',
    isMetadataBad: read === undefined,
    isSaving: update.isPending,
    isDeleting: drop.isPending,
    error: update.error,
    save,
    close,
    remove,
  };
}

type ChunkEdit = ReturnType<typeof useChunkEdit>;
