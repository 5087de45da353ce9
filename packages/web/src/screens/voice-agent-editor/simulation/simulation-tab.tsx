import { useQuery } from '@tanstack/react-query';
import type { Simulation } from '@tendril/contract/api/simulations';
import { FlaskConical, Play, Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { notify, notifyError } from '../../../state/notifier-store.ts';
import { simulationTexts } from '../../../texts/en/voice-simulations.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonList } from '../../../ui/skeleton-list.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { CaseTable } from './case-table.tsx';
import { ResultPanel } from './result-panel.tsx';
import styles from './simulation.module.css';
import { simulationsQuery, useRunSimulations, useSuggestSimulations } from './simulations.queries.ts';

/** Test cases of the agent: simulated callers, what must hold, and how the last runs ended (SP-53). */
export function SimulationTab({ agentId }: { agentId: string }) {
  const t = useTexts(simulationTexts);
  const cases = useQuery(simulationsQuery(agentId));
  const run = useRunSimulations(agentId);
  const suggest = useSuggestSimulations(agentId);
  const [edited, setEdited] = useState<Simulation | 'new'>();
  const [shownId, setShownId] = useState<string>();
  const shown = cases.data?.find(({ id }) => id === shownId);
  const write = () =>
    suggest.mutate(undefined, {
      onSuccess: (count) => notify(t('suggested', { count }), 'success'),
      onError: (error) => notifyError(error),
    });
  const start = (chosen: readonly Simulation[], times = 1) =>
    run.mutate({ cases: chosen, times }, { onError: (error) => notifyError(error) });
  return (
    <section className={styles['tab']} aria-label={t('title')}>
      <header className={styles['head']}>
        <div>
          <h2>{t('title')}</h2>
          <p>{t('help')}</p>
        </div>
        <Button icon={<Sparkles size={18} />} isBusy={suggest.isPending} onClick={write}>
          {t('suggest')}
        </Button>
        <Button icon={<Plus size={18} />} onClick={() => setEdited('new')}>
          {t('newCase')}
        </Button>
        {cases.data && cases.data.length > 0 && (
          <Button icon={<Play size={18} />} onClick={() => start(cases.data)}>
            {t('runAll')}
          </Button>
        )}
      </header>
      {cases.isPending && <SkeletonList />}
      {cases.error && !cases.data && (
        <ErrorState title={t('loadFailed')} error={cases.error} onRetry={() => void cases.refetch()} />
      )}
      {cases.data?.length === 0 && (
        <EmptyState Icon={FlaskConical} title={t('empty')} text={t('emptyText')} />
      )}
      <div className={styles['parts']}>
        {cases.data && cases.data.length > 0 && (
          <CaseTable
            agentId={agentId}
            cases={cases.data}
            shownId={shownId}
            onShow={setShownId}
            onEdit={setEdited}
            onRun={(one, times) => {
              setShownId(one.id);
              start([one], times);
            }}
          />
        )}
        {shown && (
          <ResultPanel
            key={shown.id}
            agentId={agentId}
            simulation={shown}
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
