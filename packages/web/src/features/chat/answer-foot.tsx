import { CircleSlash, RotateCcw, Unplug } from 'lucide-react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { inDollars, runTime } from '../runs/figures.ts';
import styles from './answer.module.css';
import { FeedbackThanks, FeedbackThumbs, GivenRating } from './answer-feedback.tsx';
import type { AnswerRating, AnswerView } from './answer-view.ts';
import { useChatActs } from './chat-acts.ts';
import { ReadAloudButton } from './read-aloud-button.tsx';
import { ShareBar } from './share-bar.tsx';

interface AnswerFootProps {
  /** Of the entry in the conversation. */
  id: string;
  /** The panel shows where the time went, the page which version answered. */
  look: 'panel' | 'page';
  view: AnswerView;
  sourceCount: number;
  isNewest: boolean;
  onRetry?: (() => void) | undefined;
  onOpenTrace?: ((runId: string) => void) | undefined;
}

/** What there is to say about an answer, and what can be done with it: "1 source · 0.94 s · $0.0005". */
export function AnswerFoot({ id, look, view, sourceCount, isNewest, onRetry, onOpenTrace }: AnswerFootProps) {
  const t = useTexts(chatTexts);
  const { runId, ms, versionNumber } = view;
  const canTrace = runId !== undefined && onOpenTrace !== undefined;
  // The page shows details for every answer, the panel only for the newest.
  const isWhole = isNewest || look === 'page';
  const facts = [
    sourceCount > 0 && !isWhole && t('sourceCount', { count: sourceCount }),
    look === 'page' && canTrace && versionNumber !== undefined && t('answeredBy', { version: versionNumber }),
    ms !== undefined && runTime(ms),
    inDollars(view.costUsd),
  ].filter((fact) => fact !== false && fact !== '');
  return (
    <div className={`${styles['foot']} ${isWhole ? '' : styles['older']}`}>
      {isNewest && canTrace && look === 'panel' && <ShareBar runId={runId} trace={view.trace} totalMs={ms} />}
      <div className={styles['line']}>
        {isWhole && <Acts id={id} view={view} onRetry={onRetry} />}
        <div className={styles['facts']}>
          <EndMark status={view.status} />
          {view.isDemo && (
            <span className={styles['demo']} title={t('demoHelp')}>
              {t('demo')}
            </span>
          )}
          {facts.length > 0 && <span>{facts.join(' · ')}</span>}
          {canTrace && (
            <>
              {facts.length > 0 && <span aria-hidden="true">·</span>}
              <button
                type="button"
                className={styles['trace']}
                aria-label={t('openTrace')}
                onClick={() => onOpenTrace(runId)}
              >
                {t(look === 'page' ? 'trace' : 'openTrace')}
              </button>
            </>
          )}
        </div>
        {!isWhole && <Acts id={id} view={view} onRetry={onRetry} />}
      </div>
    </div>
  );
}

interface ActsProps {
  id: string;
  view: AnswerView;
  onRetry: (() => void) | undefined;
}

function Acts({ id, view, onRetry }: ActsProps) {
  const t = useTexts(chatTexts);
  const { rate, hasFeedback, speech, isReadOnly } = useChatActs();
  const { text, messageId, rating } = view;
  const onRate = hasFeedback && rate && messageId ? (given: AnswerRating) => rate(id, given) : undefined;
  return (
    <>
      <div className={styles['acts']} data-kept={rating !== undefined || undefined}>
        {onRate && <FeedbackThumbs rating={rating} onRate={onRate} />}
        {text !== '' && <CopyButton text={text} label={t('copyAnswer')} />}
        {onRetry && (
          <IconButton label={t('askAgain')} size="small" onClick={onRetry}>
            <RotateCcw size={16} />
          </IconButton>
        )}
        {speech && messageId && text !== '' && (
          <ReadAloudButton {...speech} messageId={messageId} text={text} />
        )}
      </div>
      {onRate && <FeedbackThanks rating={rating} onRate={onRate} />}
      {isReadOnly && rating && <GivenRating rating={rating} />}
    </>
  );
}

function EndMark({ status }: { status: AnswerView['status'] }) {
  const t = useTexts(chatTexts);
  if (status === 'cancelled') {
    return (
      <span className={styles['mark']}>
        <CircleSlash size={14} />
        {t('stopped')}
      </span>
    );
  }
  if (status !== 'interrupted') return null;
  return (
    <span className={styles['mark']} title={t('interruptedHelp')}>
      <Unplug size={14} />
      {t('interrupted')}
    </span>
  );
}
