import { useId, useState } from 'preact/hooks';
import type { Decision } from '../chat/chat-entry.ts';
import { Icon } from './icon.tsx';
import { useWidget } from './widget-context.ts';

/** A run's question before it goes on, with its two answers. */
export function DecisionCard({ answerId, decision }: { answerId: string; decision: Decision }) {
  const { chat, t } = useWidget();
  const id = useId();
  const [note, setNote] = useState('');
  const [approve, reject] = [decision.approve || t('approve'), decision.reject || t('reject')];
  const decide = (isApproved: boolean) =>
    chat.decide(answerId, isApproved, isApproved ? approve : reject, note.trim());
  return (
    <section class="card" aria-labelledby={id}>
      <strong id={id}>
        <Icon name="hand" size={16} /> {t('decision')}
      </strong>
      <p>{decision.text || t('mayGoOn')}</p>
      <textarea
        rows={1}
        maxLength={10_000}
        aria-label={t('note')}
        placeholder={t('note')}
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div class="acts">
        <button type="button" class="button" onClick={() => decide(false)}>
          {reject}
        </button>
        <button type="button" class="button main" onClick={() => decide(true)}>
          {approve}
        </button>
      </div>
    </section>
  );
}
