import { CloudOff, TriangleAlert } from 'lucide-react';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { isOnlyInMemory, unsavedSteps } from '../../features/draft/flow-file.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useFlowFile, useIsDirty } from './editing-session.ts';
import styles from './top-bar.module.css';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

type Tone = 'quiet' | 'waiting' | 'problem';

/** The save state as text. */
function useSavedWords(): { tone: Tone; text: string; isOffline: boolean } {
  const t = useTexts(canvasFrameTexts);
  const isDirty = useIsDirty();
  const phase = useFlowFile((file) => file.phase);
  const failure = useFlowFile((file) => file.failure);
  const isNew = useFlowFile((file) => file.id === null);
  const savedAt = useFlowFile((file) => file.savedAt);
  const savedEdits = useFlowFile((file) => file.savedEdits);
  const keptEdits = useFlowFile((file) => file.keptEdits);
  const publishing = useFlowFile((file) => file.publishing);
  const draftVersion = useFlowFile((file) => file.draftVersion);
  const keepFailure = useFlowFile((file) => file.keepFailure);
  const count = useCanvas((state) => unsavedSteps({ savedEdits }, state));
  const isInMemory = useCanvas((state) => isOnlyInMemory({ savedEdits, keptEdits }, state.edits));
  const said = (tone: Tone, text: string, isOffline = false) => ({ tone, text, isOffline });

  if (phase === 'saving') return said('quiet', t('saving'));
  if (phase === 'clash') return said('problem', t('clashLabel'));
  if (isDirty && keepFailure !== '') return said('problem', t('notSaved', { reason: keepFailure }));
  if (phase === 'failed')
    return said('problem', t('notSaved', { reason: isNew && savedAt !== null ? t('gone') : failure }));
  if (phase === 'offline' && isDirty) return said('waiting', t('offlineKept', { count }), true);
  if (isDirty && isNew) return said('waiting', isInMemory ? t('onlyInMemory') : t('notSavedYet'));
  if (isDirty) return said('waiting', isInMemory ? t('onlyInMemory') : t('keptHere', { count }));
  if (savedAt === null) return said('quiet', '');
  if (publishing === 'live' && draftVersion !== null)
    return said('quiet', t('noEdits', { version: draftVersion }));
  return said('quiet', t('saved', { time: clock.format(savedAt) }));
}

/** Whether everything is saved, and where unsaved edits are kept. */
export function SavedLabel() {
  const { tone, text, isOffline } = useSavedWords();
  return (
    <span className={styles['saved']} data-tone={tone} role="status" title={text}>
      {tone === 'problem' && <TriangleAlert size={14} aria-hidden />}
      {isOffline && <CloudOff size={14} aria-hidden />}
      {tone === 'waiting' && !isOffline && <i />}
      <span>{text}</span>
    </span>
  );
}
