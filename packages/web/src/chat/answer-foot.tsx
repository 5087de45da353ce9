import { CircleSlash, RotateCcw, Unplug } from 'lucide-react';
import { chatTexts } from '../texts/en/chat.ts';
import { useTexts } from '../texts/texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './answer.module.css';
import type { AnswerView } from './answer-view.ts';
import { inDollars, runTime } from './figures.ts';
import { ShareBar } from './share-bar.tsx';

export interface AnswerFootProps {
  /** The panel tells where the time went, the page which version answered. */
  look: 'panel' | 'page';
  view: AnswerView;
  sourceCount: number;
  isNewest: boolean;
  onRetry?: (() => void) | undefined;
  onOpenTrace?: ((runId: string) => void) | undefined;
}

/** What there is to say about an answer, and what can be done with it: "1 source · 0.94 s · $0.0005". */
export function AnswerFoot({ look, view, sourceCount, isNewest, onRetry, onOpenTrace }: AnswerFootProps) {
  const t = useTexts(chatTexts);
  const { runId, text, ms, versionNumber } = view;
  const canTrace = runId !== undefined && onOpenTrace !== undefined;
  const facts = [
    sourceCount > 0 && !isNewest && t('sourceCount', { count: sourceCount }),
    look === 'page' && canTrace && versionNumber !== undefined && t('answeredBy', { version: versionNumber }),
    ms !== undefined && runTime(ms),
    inDollars(view.costUsd),
  ].filter((fact) => fact !== false && fact !== '');
  return (
    <div className={`${styles['foot']} ${isNewest ? '' : styles['older']}`}>
      {isNewest && canTrace && look === 'panel' && <ShareBar runId={runId} trace={view.trace} />}
      <div className={styles['line']}>
        {isNewest && <Acts text={text} onRetry={onRetry} />}
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
              <button type="button" className={styles['trace']} onClick={() => onOpenTrace(runId)}>
                {t('openTrace')}
              </button>
            </>
          )}
        </div>
        {!isNewest && <Acts text={text} onRetry={onRetry} />}
      </div>
    </div>
  );
}

function Acts({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) {
  const t = useTexts(chatTexts);
  return (
    <div className={styles['acts']}>
      {onRetry && (
        <IconButton label={t('askAgain')} size="small" onClick={onRetry}>
          <RotateCcw size={16} />
        </IconButton>
      )}
      {text !== '' && <CopyButton text={text} label={t('copyAnswer')} />}
    </div>
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
