import type { Simulation } from '@tendril/contract/api/simulations';
import stacking from '../../../kit/lists/stacking-table.module.css';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CaseRow } from './case-row.tsx';
import styles from './simulation.module.css';
import { useDeleteSimulation, useSaveSimulation } from './simulations.queries.ts';

interface CaseTableProps {
  agentId: string;
  cases: readonly Simulation[];
  shownId: string | undefined;
  /** How often a case is run. */
  times: number;
  onShow: (id: string) => void;
  onEdit: (simulation: Simulation) => void;
  onRun: (simulation: Simulation) => void;
}

/** The cases with their last results; a row opens its result. */
export function CaseTable({ agentId, cases, shownId, times, onShow, onEdit, onRun }: CaseTableProps) {
  const t = useTexts(simulationTexts);
  const remove = useDeleteSimulation(agentId);
  const save = useSaveSimulation(agentId);
  const duplicate = ({ name, caller, variables, toolMocks, checks, maxTurns }: Simulation) => {
    const copy = {
      name: t('copyOf', { name }).slice(0, 200),
      caller,
      variables,
      toolMocks,
      checks,
      maxTurns,
    };
    save.mutate({ id: undefined, fields: copy }, { onError: (error) => notifyError(error) });
  };
  const ask = async (one: Simulation) => {
    const description = t('deleteQuestion', { name: one.name });
    const isSure = await confirm({
      title: t('delete'),
      description,
      confirmText: t('delete'),
      isDanger: true,
    });
    if (isSure) remove.mutate(one.id, { onError: (error) => notifyError(error) });
  };
  return (
    <table className={`${styles['table']} ${stacking['stacks']}`}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('caller')}</th>
          <th scope="col">{t('checks')}</th>
          <th scope="col">{t('last')}</th>
          <th scope="col" title={t('p95Help')}>
            {t('p95')}
          </th>
          <th scope="col" title={t('costHelp')}>
            {t('dollars')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <CaseRow
            key={one.id}
            simulation={one}
            isShown={one.id === shownId}
            times={times}
            onShow={() => onShow(one.id)}
            onRun={() => onRun(one)}
            onEdit={() => onEdit(one)}
            onDuplicate={() => duplicate(one)}
            onDelete={() => void ask(one)}
          />
        ))}
      </tbody>
    </table>
  );
}
