import { useQuery } from '@tanstack/react-query';
import type { Simulation } from '@tendril/contract/api/simulations';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { useLlmSession } from '../llm/use-llm-session.ts';
import { CaseDialog } from './case-dialog.tsx';
import { CaseTable } from './case-table.tsx';
import { ResultPanel } from './result-panel.tsx';
import styles from './simulation.module.css';
import { SimulationHead, type Times } from './simulation-head.tsx';
import { simulationsQuery, useRunSimulations } from './simulations.queries.ts';

/** Test cases of the agent: simulated callers, what must hold, and how the last runs ended. */
export function SimulationTab({ agentId }: { agentId: string }) {
  const t = useTexts(simulationTexts);
  const cases = useQuery(simulationsQuery(agentId));
  const run = useRunSimulations(agentId);
  const [edited, setEdited] = useState<Simulation | 'new'>();
  const [shownId, setShownId] = useState<string>();
  const [times, setTimes] = useState<Times>('1');
  const { flush } = useLlmSession();
  const shown = cases.data?.find(({ id }) => id === shownId);
  const start = async (chosen: readonly Simulation[]) => {
    // The callers talk to the draft as the server has it.
    if (await flush())
      run.mutate({ cases: chosen, times: Number(times) }, { onError: (error) => notifyError(error) });
    else notifyError(new Error(t('unsaved')));
  };
  const runOne = (one: Simulation) => {
    setShownId(one.id);
    void start([one]);
  };
  const hasCases = cases.data !== undefined && cases.data.length > 0;
  return (
    <section className={styles['tab']} aria-label={t('title')}>
      <SimulationHead
        agentId={agentId}
        times={times}
        onTimes={setTimes}
        onNew={() => setEdited('new')}
        onRunAll={hasCases ? () => void start(cases.data) : undefined}
      />
      {cases.isPending && <SkeletonList />}
      {cases.error && !cases.data && (
        <ErrorState title={t('loadFailed')} error={cases.error} onRetry={() => void cases.refetch()} />
      )}
      {cases.data?.length === 0 && (
        <EmptyState Icon={FlaskConical} title={t('empty')} text={t('emptyText')} />
      )}
      <div className={styles['parts']}>
        {hasCases && (
          <CaseTable
            agentId={agentId}
            cases={cases.data}
            shownId={shownId}
            times={Number(times)}
            onShow={setShownId}
            onEdit={setEdited}
            onRun={runOne}
          />
        )}
        {shown && (
          <ResultPanel
            key={shown.id}
            agentId={agentId}
            simulation={shown}
            onRun={() => runOne(shown)}
            onClose={() => setShownId(undefined)}
          />
        )}
      </div>
      {edited && (
        <CaseDialog
          agentId={agentId}
          simulation={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
