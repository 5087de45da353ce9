import { Check, CircleX, LoaderCircle, Minus, Snowflake } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { durationText } from './duration-text.ts';
import styles from './node-card.module.css';
import type { NodeMark } from './run-marks.ts';

const tickMs = 100;

function RunningTime({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return <>{durationText(Math.max(0, now - since))}</>;
}

/** What a run did to a node, outside its upper right corner: icon and words. */
export function NodeTag({ mark, isLive }: { mark: NodeMark; isLive: boolean }) {
  const t = useTexts(canvasTexts);
  const tone = isLive || mark.status === 'error' ? mark.status : 'last';
  return (
    <div className={styles['tag']} data-tone={tone}>
      {mark.status === 'running' && (
        <>
          <LoaderCircle size={13} className={styles['turning'] ?? ''} /> {t('stateRunning')}{' '}
          <RunningTime since={mark.since} />
        </>
      )}
      {mark.status === 'done' && (
        <>
          <Check size={13} /> {durationText(mark.ms)}
        </>
      )}
      {mark.status === 'cached' && (
        <>
          <Snowflake size={13} /> {t('stateCached')}
        </>
      )}
      {mark.status === 'error' && (
        <>
          <CircleX size={13} /> {t('stateError')}, {durationText(mark.ms)}
        </>
      )}
      {mark.status === 'skipped' && (
        <>
          <Minus size={13} /> {t('stateSkipped')}
        </>
      )}
    </div>
  );
}
