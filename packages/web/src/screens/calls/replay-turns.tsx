import { useQuery } from '@tanstack/react-query';
import {
  type CallReplay,
  type ReplayedSide,
  type ReplayTurn,
  readCallReplay,
} from '@tendril/contract/api/call-replays';
import { Link } from 'react-router';
import { call as ask } from '../../kit/api/call.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { voiceCallTexts } from '../../kit/texts/en/voice-calls.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './replay-screen.module.css';

/** One replay beside its recorded call, turn by turn; what differs is marked. */
export function ReplayTurns({ batchId, replay }: { batchId: string; replay: CallReplay }) {
  const t = useTexts(callsTexts);
  const voice = useTexts(voiceCallTexts);
  const { data } = useQuery({
    queryKey: ['call-replays', batchId, replay.id],
    queryFn: async ({ signal }) =>
      (await ask(readCallReplay, { params: { id: batchId, replayId: replay.id }, signal })).data,
    enabled: replay.status !== 'running',
  });
  if (replay.status === 'running') return <SkeletonList count={3} />;
  const { ends } = replay;
  const reasonOf = (reason: NonNullable<typeof ends>['before']) => (reason ? voice(`reason_${reason}`) : '–');
  return (
    <section className={styles['turns']} aria-label={t('replay')}>
      <header>
        <h2>
          {t('before')} <Link to={`/calls/${replay.sourceCallId}`}>{t('recordedCall')}</Link>
        </h2>
        <h2>
          {t('after')} {replay.callId && <Link to={`/calls/${replay.callId}`}>{t('replayedCall')}</Link>}
        </h2>
      </header>
      {replay.explanation !== '' && (
        <p role="alert" className={styles['fault']}>
          {replay.explanation}
        </p>
      )}
      {ends?.differs && (
        <p className={styles['ended']}>
          {t('endedOther', { before: reasonOf(ends.before), after: reasonOf(ends.after) })}
        </p>
      )}
      {!data && <SkeletonList count={3} />}
      <ol>
        {data?.compared.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns never change their order
          <Turn key={at} turn={turn} />
        ))}
      </ol>
    </section>
  );
}

function Turn({ turn }: { turn: ReplayTurn }) {
  const t = useTexts(callsTexts);
  const { caller, heard, before, after, differs, likeness } = turn;
  const isWorse = differs.some((what) => what !== 'words');
  return (
    <li data-differs={isWorse ? 'acts' : differs.length > 0 ? 'words' : undefined}>
      <p className={styles['caller']}>
        <b>{caller === '' ? t('greeting') : t('callerSaid', { words: caller })}</b>
        {differs.length === 0 && <small data-same>{t('sameTurn')}</small>}
        {differs.map((what) => (
          <small key={what} data-what={what}>
            {t(`differs_${what}`)}
            {what === 'words' && ` · ${say(callsTexts, 'alike', { percent: Math.round(likeness * 100) })}`}
          </small>
        ))}
      </p>
      {heard !== undefined && <p className={styles['heard']}>{t('heardAs', { words: heard })}</p>}
      <div className={styles['sides']}>
        <Side name={t('before')} side={before} />
        <Side name={t('after')} side={after} />
      </div>
    </li>
  );
}

function Side({ name, side }: { name: string; side: ReplayedSide | null }) {
  const t = useTexts(callsTexts);
  if (!side) return <p className={styles['none']}>{t('nothingThere')}</p>;
  const { text, tools, variables, path, answerMs } = side;
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {tools.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order
        <p key={at} className={styles['tool']} data-failed={!tool.isOk || undefined}>
          <code>{t('calledWith', { name: tool.name, given: tool.arguments })}</code>
        </p>
      ))}
      {Object.entries(variables).map(([key, value]) => (
        <p key={key} className={styles['tool']}>
          <code>{t('setTo', { name: key, value })}</code>
        </p>
      ))}
      {path.length > 0 && <p className={styles['path']}>{path.join(' → ')}</p>}
      <p>{text === '' ? <i>{t('saidNothing')}</i> : text}</p>
      {answerMs !== null && <small>{t('ms', { ms: answerMs })}</small>}
    </section>
  );
}
