import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { TextBox } from '../../kit/ui/text-box.tsx';
import styles from './answer-feedback.module.css';
import type { AnswerRating } from './answer-view.ts';

type Thumb = AnswerRating['rating'];

interface AnswerFeedbackProps {
  rating: AnswerRating | undefined;
  onRate: (rating: AnswerRating) => Promise<void>;
}

/** The two thumbs of an answer. */
export function FeedbackThumbs({ rating, onRate }: AnswerFeedbackProps) {
  const t = useTexts(chatTexts);
  const thumb = (kind: Thumb) => {
    const isOn = rating?.rating === kind;
    const Icon = kind === 'THUMBS_UP' ? ThumbsUp : ThumbsDown;
    return (
      <IconButton
        label={t(kind === 'THUMBS_UP' ? 'thumbUp' : 'thumbDown')}
        size="small"
        aria-pressed={isOn}
        className={styles[isOn ? 'on' : 'off']}
        onClick={() => {
          if (!isOn) void onRate({ rating: kind, content: '' }).catch(notifyError);
        }}
      >
        <Icon size={16} />
      </IconButton>
    );
  };
  return (
    <>
      {thumb('THUMBS_UP')}
      {thumb('THUMBS_DOWN')}
    </>
  );
}

/** Thanks for a rating, and the way to say more. */
export function FeedbackThanks({ rating, onRate }: AnswerFeedbackProps) {
  const t = useTexts(chatTexts);
  const [isAsking, setAsking] = useState(false);
  if (!rating) return null;
  const isUp = rating.rating === 'THUMBS_UP';
  const words = t(isUp ? 'sayWhatHelped' : 'sayWhatWentWrong');
  return (
    <p className={styles['thanks']} role="status">
      {t('thanks')}{' '}
      <button type="button" onClick={() => setAsking(true)}>
        {rating.content === '' ? words : t('changeWords')}
      </button>
      {isAsking && (
        <FeedbackDialog
          title={words}
          text={rating.content}
          onClose={() => setAsking(false)}
          onSend={(content) => onRate({ rating: rating.rating, content })}
        />
      )}
    </p>
  );
}

/** A rating as shown in the messages viewer. */
export function GivenRating({ rating: { rating, content } }: { rating: AnswerRating }) {
  const t = useTexts(chatTexts);
  const isUp = rating === 'THUMBS_UP';
  const Icon = isUp ? ThumbsUp : ThumbsDown;
  return (
    <p className={styles['given']}>
      <Icon size={16} role="img" aria-label={t(isUp ? 'thumbUp' : 'thumbDown')} />
      {content}
    </p>
  );
}

interface FeedbackDialogProps {
  title: string;
  text: string;
  onClose: () => void;
  onSend: (text: string) => Promise<void>;
}

function FeedbackDialog({ title, text, onClose, onSend }: FeedbackDialogProps) {
  const t = useTexts(chatTexts);
  const [words, setWords] = useState(text);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await onSend(words);
      onClose();
    } catch (thrown) {
      notifyError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      title={title}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={words.trim() === text.trim()}>
            {t('sendFeedback')}
          </Button>
        </>
      }
    >
      <TextBox
        autoFocus
        aria-label={t('yourWords')}
        placeholder={t('yourWords')}
        rows={4}
        maxLength={10_000}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </Dialog>
  );
}
