import { useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerEntry } from '../chat/chat-entry.ts';
import { IconButton } from './icon-button.tsx';
import { useWidget } from './widget-context.ts';

type Rating = NonNullable<AnswerEntry['rating']>;
type Step = 'none' | 'thanks' | 'writing' | 'said' | 'failed';

/** A rating of an answer, with an optional comment. */
export function useAnswerFeedback({ id, rating }: AnswerEntry) {
  const { chat, t } = useWidget();
  const [step, setStep] = useState<Step>('none');
  const rate = async (given: Rating, words = '') => {
    const isTaken = await chat.rate(id, given, words);
    setStep(isTaken ? (words === '' ? 'thanks' : 'said') : 'failed');
  };
  const thumbs = (
    <>
      <IconButton
        icon="good"
        size={18}
        label={t('good')}
        isPressed={rating === 'THUMBS_UP'}
        onClick={() => void rate('THUMBS_UP')}
      />
      <IconButton
        icon="bad"
        size={18}
        label={t('bad')}
        isPressed={rating === 'THUMBS_DOWN'}
        onClick={() => void rate('THUMBS_DOWN')}
      />
    </>
  );
  const thanks = (
    <span class="thanks" role="status">
      {step === 'failed' && t('rateFailed')}
      {(step === 'thanks' || step === 'said') && t('thanks')}
      {step === 'thanks' && (
        <button type="button" class="link" onClick={() => setStep('writing')}>
          {t(rating === 'THUMBS_DOWN' ? 'sayBad' : 'sayGood')}
        </button>
      )}
    </span>
  );
  const words = step === 'writing' && rating && (
    <FeedbackWords
      rating={rating}
      onCancel={() => setStep('thanks')}
      onSend={(written) => void rate(rating, written)}
    />
  );
  return { thumbs, thanks, words };
}

interface FeedbackWordsProps {
  rating: Rating;
  onCancel: () => void;
  onSend: (words: string) => void;
}

function FeedbackWords({ rating, onCancel, onSend }: FeedbackWordsProps) {
  const { t } = useWidget();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: Event) => {
    event.preventDefault();
    const words = field.current?.value.trim() ?? '';
    if (words !== '') onSend(words);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Only this form is closed, not the chat.
    event.stopPropagation();
    onCancel();
  };
  return (
    <form class="card" onSubmit={send} onKeyDown={onKeyDown}>
      <label>
        <span>{t(rating === 'THUMBS_DOWN' ? 'sayBad' : 'sayGood')}</span>
        <textarea ref={field} rows={3} maxLength={10_000} aria-label={t('yourWords')} />
      </label>
      <div class="acts">
        <button type="button" class="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" class="button main">
          {t('sendWords')}
        </button>
      </div>
    </form>
  );
}
