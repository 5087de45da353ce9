import type { RunAction } from '@tendril/contract/run-event';
import { Check, Hand, X } from 'lucide-react';
import { useId, useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import { useCanvas } from '../document/use-canvas.ts';
import { JsonTree } from '../inspect/json-tree.tsx';
import styles from './approval-card.module.css';
import { WaitingTime } from './passing-time.tsx';
import { useCanvasRuns } from './run-part.ts';

interface ApprovalCardProps {
  runId: string;
  action: RunAction;
  since: number | undefined;
}

/** What a paused run asks, with the buttons to continue it. */
export function ApprovalCard({ runId, action, since }: ApprovalCardProps) {
  const t = useTexts(whyTexts);
  const runs = useCanvasRuns();
  const noteId = useId();
  const [note, setNote] = useState('');
  const [decided, setDecided] = useState<'approve' | 'reject' | null>(null);
  // Decided and not gone on: it was refused, and may be decided again.
  const isBusy = useCanvas((state) => state.run.isLive);
  const { toolCalls, approve, reject } = action.mapping;
  const decide = (decision: 'approve' | 'reject') => {
    setDecided(decision);
    const written = note.trim();
    const words = decision === 'approve' ? approve || t('approve') : reject || t('reject');
    runs.decide({ runId, decision, words, ...(written !== '' && { note: written }) });
  };
  return (
    <section className={styles['card']} aria-label={t('waitingForPerson')}>
      <header>
        <Hand size={16} />
        <h3>{t('waitingForPerson')}</h3>
        {since !== undefined && (
          <span>
            <WaitingTime since={since} />
          </span>
        )}
      </header>
      <p>{action.data.input}</p>
      {toolCalls.map((call) => (
        <div key={call.id} className={styles['call']}>
          <b>{t('wantsTool', { name: call.name })}</b>
          <JsonTree value={call.args} />
        </div>
      ))}
      <label className="visually-hidden" htmlFor={noteId}>
        {t('decisionNote')}
      </label>
      <TextInput
        size="large"
        id={noteId}
        value={note}
        maxLength={10_000}
        placeholder={t('decisionNote')}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles['acts']}>
        <Button
          look="primary"
          icon={<Check size={18} />}
          isBusy={isBusy && decided === 'approve'}
          disabled={isBusy && decided === 'reject'}
          onClick={() => decide('approve')}
        >
          {approve || t('approve')}
        </Button>
        <Button
          icon={<X size={18} />}
          isBusy={isBusy && decided === 'reject'}
          disabled={isBusy && decided === 'approve'}
          onClick={() => decide('reject')}
        >
          {reject || t('reject')}
        </Button>
      </div>
    </section>
  );
}
