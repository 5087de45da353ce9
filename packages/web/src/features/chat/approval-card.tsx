import type { RunAction } from '@tendril/contract/run-event';
import { Check, Hand, X } from 'lucide-react';
import { useId, useState } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ValueView } from '../runs/value-view.tsx';
import styles from './approval-card.module.css';

export interface ApprovalCardProps {
  action: RunAction;
  isDisabled: boolean;
  onDecide: (decision: 'approve' | 'reject', note: string, words: string) => void;
}

/** What a run asks before it goes on, with the two answers to it. */
export function ApprovalCard({ action, isDisabled, onDecide }: ApprovalCardProps) {
  const t = useTexts(chatTexts);
  const titleId = useId();
  const [note, setNote] = useState('');
  const labelOf = (type: 'approve-button' | 'reject-button', fallback: string) =>
    action.elements.find((element) => element.type === type)?.label || fallback;
  const approve = labelOf('approve-button', t('approve'));
  const reject = labelOf('reject-button', t('reject'));
  const asked = action.data.input || t('approvalText');
  const decide = (decision: 'approve' | 'reject', words: string) => {
    const written = note.trim();
    onDecide(decision, written, written === '' ? words : `${words}\n\n${written}`);
  };
  return (
    <section className={styles['card']} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Hand size={16} />
        {t('approvalTitle')}
      </h2>
      <p className={styles['text']}>{asked}</p>
      {action.mapping.toolCalls.map(({ id, name, args }) => (
        <ValueView key={id} label={name} value={args} />
      ))}
      <textarea
        aria-label={t('approvalNote')}
        placeholder={t('approvalNote')}
        rows={1}
        maxLength={10_000}
        value={note}
        disabled={isDisabled}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles['acts']}>
        <Button
          size="small"
          icon={<X size={16} />}
          disabled={isDisabled}
          onClick={() => decide('reject', reject)}
        >
          {reject}
        </Button>
        <Button
          size="small"
          look="primary"
          icon={<Check size={16} />}
          disabled={isDisabled}
          onClick={() => decide('approve', approve)}
        >
          {approve}
        </Button>
      </div>
    </section>
  );
}
