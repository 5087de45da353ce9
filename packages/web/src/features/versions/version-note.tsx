import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FlowVersion, noteFlowVersion } from '@tendril/contract/api/flow-versions';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './versions-view.module.css';

const longestNote = 500;

/** A version's note, written where it stands. */
export function VersionNote({ flowId, version }: { flowId: string; version: FlowVersion }) {
  const t = useTexts(versionsTexts);
  const client = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const write = useMutation({
    mutationFn: (note: string) =>
      call(noteFlowVersion, { params: { id: flowId, versionId: version.id }, body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['flow-versions', flowId] }),
    onError: notifyError,
  });
  const shown = write.isPending ? write.variables : version.note;
  const keep = (text: string) => {
    setIsWriting(false);
    const note = text.trim();
    if (note !== version.note) write.mutate(note);
  };
  if (!isWriting) {
    return (
      <button
        type="button"
        className={styles['note']}
        data-empty={shown === '' || undefined}
        onClick={() => setIsWriting(true)}
      >
        {shown || t('addNote')}
      </button>
    );
  }
  return (
    <input
      className={styles['noteField']}
      aria-label={t('note', { number: version.number })}
      defaultValue={version.note}
      maxLength={longestNote}
      // biome-ignore lint/a11y/noAutofocus: the person asked to write here
      autoFocus
      onBlur={(event) => keep(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep(event.currentTarget.value);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setIsWriting(false);
      }}
    />
  );
}
