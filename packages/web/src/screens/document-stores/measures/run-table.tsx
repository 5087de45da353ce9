import { cancelJob } from '@tendril/contract/api/jobs';
import { deleteMeasurement, type Measurement } from '@tendril/contract/api/knowledge-measures';
import { CircleAlert, Trash2, X } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { Age } from '../../../kit/lists/age.tsx';
import stacking from '../../../kit/lists/stacking-table.module.css';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Chip } from '../../../kit/ui/chip.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import tableStyles from '../table.module.css';
import { FigureCell } from './figure-cell.tsx';
import styles from './measures.module.css';
import { isRunning, useMeasureChange } from './measures.queries.ts';
import { useConfigurationText, useRunName } from './use-configuration-text.ts';

interface RunTableProps {
  storeId: string;
  runs: readonly Measurement[];
  /** Up to two that are compared. */
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
}

const heads = [
  ['hit', 'hitHelp'],
  ['recall', 'recallHelp'],
  ['mrr', 'mrrHelp'],
  ['ndcg', 'ndcgHelp'],
  ['time', 'timeHelp'],
] as const;

/** Measurements with their figures and intervals; two can be picked. */
export function RunTable({ storeId, runs, selected, onSelect }: RunTableProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id].slice(-2));
  return (
    <div className={`${tableStyles['scroll']} ${styles['paper']} ${stacking['room']}`}>
      <table className={`${styles['runs']} ${stacking['stacks']}`}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">{t('compareHint')}</span>
            </th>
            <th>{t('configuration')}</th>
            {heads.map(([name, help]) => (
              <th key={name} title={t(help)}>
                {t(name)}
              </th>
            ))}
            <th>{t('when')}</th>
            <th>
              <span className="visually-hidden">{t('more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              storeId={storeId}
              run={run}
              isSelected={selected.includes(run.id)}
              onToggle={() => toggle(run.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RunRowProps {
  storeId: string;
  run: Measurement;
  isSelected: boolean;
  onToggle: () => void;
}

function RunRow({ storeId, run, isSelected, onToggle }: RunRowProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const nameOf = useRunName();
  const name = nameOf(run);
  const remove = useMeasureChange(storeId, () =>
    call(deleteMeasurement, { params: { storeId, runId: run.id } }),
  );
  const stop = useMeasureChange(storeId, () => call(cancelJob, { params: { id: run.jobId } }));
  const { figures } = run;
  return (
    <tr data-selected={isSelected || undefined}>
      <td>
        {figures && (
          <input
            type="checkbox"
            aria-label={t('selectRun', { name })}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
      </td>
      <td>
        <RunFacts run={run} name={name} />
      </td>
      {figures ? (
        <>
          {(['hit', 'recall', 'mrr', 'ndcg'] as const).map((one) => (
            <td key={one} data-label={t(one)}>
              <FigureCell figure={figures[one]} />
            </td>
          ))}
          <td className={styles['time']} data-label={t('time')}>
            <span>
              {t('ms', { p50: figures.p50Ms.toFixed(1), p95: figures.p95Ms.toFixed(1) })}
              {figures.costUsd > 0 && <small>{dollarsText(figures.costUsd)}</small>}
            </span>
          </td>
        </>
      ) : (
        <td colSpan={heads.length}>
          <RunState run={run} />
        </td>
      )}
      <td className={styles['time']} data-label={t('when')}>
        <Age at={run.createdAt} />
      </td>
      <td>
        {isRunning(run) ? (
          <IconButton
            size="small"
            label={t('stop')}
            onClick={() => stop.mutate(undefined, { onError: notifyError })}
          >
            <X size={16} />
          </IconButton>
        ) : (
          <IconButton
            size="small"
            label={t('deleteRun')}
            onClick={() => remove.mutate(undefined, { onError: notifyError })}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

function RunFacts({ run, name }: { run: Measurement; name: string }) {
  const t = useTexts(knowledgeMeasureTexts);
  const text = useConfigurationText()(run.configuration);
  const facts = [
    text === name ? '' : text,
    run.trial?.chunks ? t('inChunks', { count: run.trial.chunks }) : '',
    run.figures ? t('asked', { count: run.figures.cases }) : '',
    run.figures && run.skipped > 0 ? t('skipped', { count: run.skipped }) : '',
  ];
  return (
    <>
      <span className={styles['name']}>
        <strong>{name}</strong>
        {run.trial && <Chip label={t('trialResult')} />}
      </span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </>
  );
}

function RunState({ run }: { run: Measurement }) {
  const t = useTexts(knowledgeMeasureTexts);
  if (!isRunning(run))
    return (
      <StatusChip
        tone={run.state === 'cancelled' ? 'quiet' : 'error'}
        Icon={CircleAlert}
        label={t(run.state === 'cancelled' ? 'cancelled' : 'runFailed')}
        remark={run.error ?? undefined}
      />
    );
  const { done, total } = run;
  return (
    <span className={styles['progress']} role="status">
      <progress aria-label={t('running')} {...(total !== null && { max: total, value: done })} />
      {run.state === 'waiting'
        ? t('waiting')
        : total === null
          ? t('running')
          : t('progress', { done, total })}
    </span>
  );
}
