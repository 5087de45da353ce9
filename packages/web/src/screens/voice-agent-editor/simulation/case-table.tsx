import type { Simulation } from '@tendril/contract/api/simulations';
import { Copy, Ellipsis, Pencil, Play, Repeat, Trash2 } from 'lucide-react';
import { confirm } from '../../../state/confirm-store.ts';
import { notifyError } from '../../../state/notifier-store.ts';
import { simulationTexts } from '../../../texts/en/voice-simulations.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ResultMark } from './result-mark.tsx';
import styles from './simulation.module.css';
import { useDeleteSimulation, useSaveSimulation } from './simulations.queries.ts';
import { takenText } from './taken-text.ts';

const manyTimes = 5;

interface CaseTableProps {
  agentId: string;
  cases: readonly Simulation[];
  shownId: string | undefined;
  onShow: (id: string) => void;
  onEdit: (simulation: Simulation) => void;
  onRun: (simulation: Simulation, times: number) => void;
}

/** The cases with their last results; a row opens its result. */
export function CaseTable({ agentId, cases, shownId, onShow, onEdit, onRun }: CaseTableProps) {
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
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('caller')}</th>
          <th scope="col">{t('checks')}</th>
          <th scope="col">{t('last')}</th>
          <th scope="col">{t('took')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr key={one.id} data-shown={one.id === shownId || undefined}>
            <td>
              <button
                type="button"
                className={styles['name']}
                aria-expanded={one.id === shownId}
                onClick={() => onShow(one.id)}
              >
                {one.name}
              </button>
            </td>
            <td>
              {one.caller.type === 'script' ? t('script', { count: one.caller.lines.length }) : t('persona')}
            </td>
            <td>{t('checkCount', { count: one.checks.length })}</td>
            <td>
              <ResultMark result={one.last} />
            </td>
            <td>{one.last?.callId && takenText(one.last.ms)}</td>
            <td className={styles['acts']}>
              <IconButton size="small" label={t('run', { name: one.name })} onClick={() => onRun(one, 1)}>
                <Play size={16} />
              </IconButton>
              <ActionMenu
                label={t('actions', { name: one.name })}
                actions={[
                  {
                    id: 'many',
                    label: t('runFive'),
                    Icon: Repeat,
                    onSelect: () => onRun(one, manyTimes),
                  },
                  { id: 'edit', label: t('edit'), Icon: Pencil, onSelect: () => onEdit(one) },
                  { id: 'copy', label: t('duplicate'), Icon: Copy, onSelect: () => duplicate(one) },
                  {
                    id: 'delete',
                    label: t('delete'),
                    Icon: Trash2,
                    isDanger: true,
                    onSelect: () => void ask(one),
                  },
                ]}
                renderButton={(props) => (
                  <IconButton size="small" label={t('actions', { name: one.name })} {...props}>
                    <Ellipsis size={16} />
                  </IconButton>
                )}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
