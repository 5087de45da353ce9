import type { Simulation, SimulationResult } from '@tendril/contract/api/simulations';
import { Copy, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { BatchMark } from './batch-mark.tsx';
import styles from './simulation.module.css';
import { takenText } from './taken-text.ts';

interface CaseRowProps {
  simulation: Simulation;
  isShown: boolean;
  /** How often a press of the button runs it. */
  times: number;
  onShow: () => void;
  onRun: () => void;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** A case with how its last runs ended, and what can be done with it. */
export function CaseRow({ simulation, isShown, times, onShow, onRun, ...acts }: CaseRowProps) {
  const t = useTexts(simulationTexts);
  const { name, caller, checks, last } = simulation;
  const label = t('actions', { name });
  return (
    <tr data-shown={isShown || undefined}>
      <td>
        <button type="button" className={styles['name']} aria-expanded={isShown} onClick={onShow}>
          {name}
        </button>
      </td>
      <td data-label={t('caller')}>
        {caller.type === 'script' ? t('script', { count: caller.lines.length }) : t('persona')}
      </td>
      <td data-label={t('checks')}>{t('checkCount', { count: checks.length })}</td>
      <td data-label={t('last')}>
        <BatchMark simulation={simulation} />
      </td>
      <td
        className={styles['figure']}
        data-label={t('p95')}
        data-empty={last?.p95Ms === undefined || undefined}
      >
        {last?.p95Ms !== undefined && takenText(last.p95Ms)}
      </td>
      <td className={styles['figure']} data-label={t('dollars')} data-empty={!last?.callId || undefined}>
        {last?.callId && costText(last)}
      </td>
      <td className={styles['acts']}>
        <IconButton
          size="small"
          label={times === 1 ? t('run', { name }) : t('runTimes', { name, times })}
          onClick={onRun}
        >
          <Play size={16} />
        </IconButton>
        <ActionMenu
          label={label}
          actions={[
            { id: 'edit', label: t('edit'), Icon: Pencil, needs: 'voice-agents:edit', onSelect: acts.onEdit },
            {
              id: 'copy',
              label: t('duplicate'),
              Icon: Copy,
              needs: 'voice-agents:edit',
              onSelect: acts.onDuplicate,
            },
            {
              id: 'delete',
              label: t('delete'),
              Icon: Trash2,
              needs: 'voice-agents:edit',
              isDanger: true,
              onSelect: acts.onDelete,
            },
          ]}
          renderButton={(props) => (
            <IconButton size="small" label={label} {...props}>
              <Ellipsis size={16} />
            </IconButton>
          )}
        />
      </td>
    </tr>
  );
}

function costText({ costUsd }: SimulationResult): string {
  return costUsd === 0 ? say(simulationTexts, 'free') : dollarsText(costUsd);
}
