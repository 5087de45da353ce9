import { GitMerge, History, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toFlowData } from '../../features/canvas/document/canvas-doc.ts';
import { docOf } from '../../features/canvas/document/canvas-store.ts';
import { undo } from '../../features/canvas/document/history.ts';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { type KeptDraft, removeDraft } from '../../features/draft/draft-journal.ts';
import { mergeFlows } from '../../features/draft/merge-flows.ts';
import { recoverNew } from '../../features/draft/recover-drafts.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './draft-notes.module.css';
import { useEditingSession, useFlowFile } from './editing-session.ts';
import type { FlowActions } from './use-flow-actions.ts';

interface NoteProps {
  icon: ReactNode;
  isUrgent?: boolean;
  title: string;
  text?: string;
  children: ReactNode;
}

function Note({ icon, isUrgent, title, text, children }: NoteProps) {
  return (
    <section className={styles['note']} data-urgent={isUrgent || undefined} role="status">
      {icon}
      <p>
        <span>{title}</span>
        {text && <small>{text}</small>}
      </p>
      <div className={styles['acts']}>{children}</div>
    </section>
  );
}

/** Shows that earlier edits were restored; undo discards them again. */
function Restored() {
  const t = useTexts(draftsTexts);
  const { canvas, file } = useEditingSession();
  const restored = useFlowFile((state) => state.restored);
  const hasClash = useFlowFile((state) => state.clash !== null);
  // The first edit afterwards hides the message.
  const isFresh = useCanvas((state) => state.history.past.length <= 1);
  if (!restored || hasClash || !isFresh) return null;
  const close = () => file.setState({ restored: null });
  const discard = () => {
    undo(canvas);
    close();
  };
  return (
    <Note
      icon={<History size={18} aria-hidden />}
      title={t(restored.withMerge ? 'restoredMerged' : 'restored', { count: restored.edits })}
      {...(restored.withheld > 0 && { text: t('withheld', { count: restored.withheld }) })}
    >
      <Button size="small" look="quiet" title={t('discardHint')} onClick={discard}>
        {t('discard')}
      </Button>
      <IconButton size="small" label={t('dismiss')} onClick={close}>
        <X size={16} />
      </IconButton>
    </Note>
  );
}

/** Offers to continue a never-saved flow on an untouched canvas. */
function Offer({ offers }: { offers: readonly KeptDraft[] }) {
  const t = useTexts(draftsTexts);
  const session = useEditingSession();
  const [left, setLeft] = useState(offers);
  const isUntouched = useCanvas((state) => state.edits === 0);
  const [draft] = left;
  if (!draft || !isUntouched) return null;
  const goOn = () => {
    recoverNew(session, draft);
    void session.autosave.takeOver([draft.editorId]);
  };
  const discard = () => {
    setLeft(left.slice(1));
    removeDraft(draft.editorId).catch(notifyError);
  };
  const when = relativeTime(draft.at);
  return (
    <Note
      icon={<History size={18} aria-hidden />}
      title={t('offerTitle')}
      text={t('offerText', { name: draft.name, count: draft.nodeCount, when })}
    >
      <Button size="small" onClick={goOn}>
        {t('goOn')}
      </Button>
      <Button size="small" look="quiet" onClick={discard}>
        {t('discard')}
      </Button>
    </Note>
  );
}

/** Shows a conflict between two people until it is resolved. */
function Clash({ actions }: { actions: FlowActions }) {
  const t = useTexts(draftsTexts);
  const { canvas } = useEditingSession();
  const clash = useFlowFile((file) => file.clash);
  if (!clash) return null;
  const mine = toFlowData(docOf(canvas.getState()));
  const { clashes } = mergeFlows({ base: clash.base, mine, theirs: clash.theirs.flowData });
  const author = clash.author || t('somebody');
  return (
    <Note
      isUrgent
      icon={<GitMerge size={18} aria-hidden />}
      title={t('clashBar', { author, count: clashes.length })}
    >
      <Button size="small" onClick={actions.showClash}>
        {t('review')}
      </Button>
    </Note>
  );
}

/** Messages about saving edits, above the canvas. */
export function DraftNotes({ offers, actions }: { offers: readonly KeptDraft[]; actions: FlowActions }) {
  return (
    <div className={styles['notes']}>
      <Clash actions={actions} />
      <Restored />
      <Offer offers={offers} />
    </div>
  );
}
