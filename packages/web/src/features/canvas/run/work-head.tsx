import { traceTexts } from '../../../kit/texts/en/chat.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SpanStatusIcon, statusWord } from '../../runs/span-status.tsx';
import styles from '../inspect/inspector.module.css';
import { durationText } from './duration-text.ts';
import type { NodeWork } from './node-work.ts';
import { useShownRun } from './shown-run.ts';
import type { ShownWork } from './use-node-work.ts';

/** Which run a tab shows, and how the node did in it. */
export function WorkHead({ shown, work }: { shown: ShownWork; work: NodeWork }) {
  const t = useTexts(whyTexts);
  const statuses = useTexts(traceTexts);
  const isMoment = useShownRun((state) => state.head !== null);
  const latest = work.rounds[0] ?? work.steps.at(-1);
  const ms = work.rounds.reduce((sum, round) => sum + (round.ms ?? 0), 0);
  const run = t('runNamed', { id: work.runId.slice(-4) });
  const where = shown.from === 'run' && isMoment ? t('atMoment', { run }) : run;
  return (
    <>
      <p className={styles['work']}>
        {latest && <SpanStatusIcon status={latest.status} />}
        {latest && latest.status !== 'waiting' && <b>{statuses(statusWord(latest.status))}</b>}
        {latest?.status === 'done' && <span>{durationText(ms)}</span>}
        <span>{where}</span>
      </p>
      {latest?.error !== undefined && (
        <p className={styles['fault']} role="alert">
          {latest.error}
        </p>
      )}
      {latest?.reason !== undefined && (
        <p className={styles['quiet']}>{t('leftOut', { reason: latest.reason })}</p>
      )}
    </>
  );
}
