import type { RunSummary } from '@tendril/contract/api/runs';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { traceTexts } from '../../../kit/texts/en/chat.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { costFigure, inThousands, runTime } from '../../runs/figures.ts';
import { SpanStatusIcon, statusWord } from '../../runs/span-status.tsx';
import styles from './runs-view.module.css';
import { sourceWords } from './source-words.ts';

const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

interface RowProps {
  run: RunSummary;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ run, isChosen, onChoose }: RowProps) {
  const t = useTexts(whyTexts);
  const words = useTexts(traceTexts);
  const tokens = run.inputTokens + run.outputTokens;
  return (
    <tr aria-selected={isChosen} onClick={onChoose}>
      <td title={exactTime.format(run.startedAt)}>{shortAge(run.startedAt)}</td>
      <td>
        <button type="button" onClick={onChoose}>
          {run.question || t('noQuestion')}
        </button>
      </td>
      <td>{words(sourceWords[run.source])}</td>
      <td>{t('version', { version: run.versionNumber })}</td>
      <td title={run.error ?? undefined}>
        <span className={styles['status']}>
          <SpanStatusIcon status={run.status} />
          <span aria-hidden>{words(statusWord(run.status))}</span>
        </span>
      </td>
      <td data-figure>{run.ms === null ? '–' : runTime(run.ms)}</td>
      <td data-figure>{tokens === 0 ? '–' : inThousands(tokens)}</td>
      <td data-figure>{costFigure(run.costUsd)}</td>
    </tr>
  );
}

interface RunsTableProps {
  runs: readonly RunSummary[];
  chosenId: string | null;
  onChoose: (runId: string) => void;
}

/** Runs as a table; each opens its trace. */
export function RunsTable({ runs, chosenId, onChoose }: RunsTableProps) {
  const t = useTexts(whyTexts);
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('question')}</th>
            <th scope="col">{t('source')}</th>
            <th scope="col">{t('versionHead')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col" data-figure>
              {t('time')}
            </th>
            <th scope="col" data-figure>
              {t('tokensHead')}
            </th>
            <th scope="col" data-figure>
              {t('costHead')}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} run={run} isChosen={run.id === chosenId} onChoose={() => onChoose(run.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
