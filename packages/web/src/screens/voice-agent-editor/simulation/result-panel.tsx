import { useQuery } from '@tanstack/react-query';
import type { Simulation, SimulationResult } from '@tendril/contract/api/simulations';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { ResultDetail } from './result-detail.tsx';
import { ResultMark } from './result-mark.tsx';
import styles from './simulation.module.css';
import { simulationResultsQuery } from './simulations.queries.ts';

interface ResultPanelProps {
  agentId: string;
  simulation: Simulation;
  /** Runs the case again. */
  onRun: () => void;
  onClose: () => void;
}

/** The runs of a case, and of one of them what was said and how each check came out. */
export function ResultPanel({ agentId, simulation, onRun, onClose }: ResultPanelProps) {
  const t = useTexts(simulationTexts);
  const { id, name, last } = simulation;
  const { data = [], error, refetch } = useQuery(simulationResultsQuery(agentId, id, last));
  const panel = useRef<HTMLElement>(null);
  // In a narrow window it stands below the cases.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const [chosenId, setChosenId] = useState<string>();
  const shown = data.find((result) => result.id === chosenId) ?? data[0] ?? last;
  const isBad = shown?.status === 'fail' || shown?.status === 'error';
  const green = isBad ? data.find(({ status }) => status === 'pass') : undefined;
  return (
    <aside ref={panel} className={styles['result']} aria-label={t('result', { name })}>
      <header>
        <h3>{name}</h3>
        <IconButton size="small" label={t('close')} onClick={onClose}>
          <X size={18} />
        </IconButton>
      </header>
      {error && <ErrorState title={t('resultFailed')} error={error} onRetry={() => void refetch()} />}
      {data.length > 1 && <RunChoice results={data} shownId={shown?.id} onChoose={setChosenId} />}
      {!shown && <p className={styles['never']}>{t('never')}</p>}
      {shown && !green && <ResultDetail key={shown.id} result={shown} onRun={onRun} />}
      {shown && green && (
        <div className={styles['pair']}>
          <ComparedRun key={shown.id} label={t('thisRun')} result={shown} onRun={onRun} />
          <ComparedRun key={green.id} label={t('lastGreen')} result={green} onRun={onRun} />
        </div>
      )}
    </aside>
  );
}

interface ComparedRunProps {
  label: string;
  result: SimulationResult;
  onRun: () => void;
}

/** One of two runs that stand side by side. */
function ComparedRun({ label, result, onRun }: ComparedRunProps) {
  return (
    <section aria-label={label}>
      <h4>
        {label} <small>{relativeTime(result.startedAt)}</small>
      </h4>
      <ResultDetail result={result} onRun={onRun} />
    </section>
  );
}

interface RunChoiceProps {
  results: readonly SimulationResult[];
  shownId: string | undefined;
  onChoose: (id: string) => void;
}

/** Runs side by side, newest first: a case that only sometimes holds shows it. */
function RunChoice({ results, shownId, onChoose }: RunChoiceProps) {
  const t = useTexts(simulationTexts);
  const over = results.filter(({ status }) => status !== 'running');
  const passed = over.filter(({ status }) => status === 'pass').length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div role="group" aria-label={t('runs')} className={styles['runs']}>
      <span>{t('share', { passed, all: over.length })}</span>
      {results.map((result) => (
        <button
          key={result.id}
          type="button"
          aria-pressed={result.id === shownId}
          aria-label={t('runAt', { when: relativeTime(result.startedAt), status: t(result.status) })}
          title={relativeTime(result.startedAt)}
          onClick={() => onChoose(result.id)}
        >
          <ResultMark result={result} isSignOnly />
        </button>
      ))}
    </div>
  );
}
