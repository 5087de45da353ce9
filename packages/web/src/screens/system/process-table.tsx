import type { SystemStatus } from '@tendril/contract/api/system';
import { CircleCheck, CircleDashed, CirclePause } from 'lucide-react';
import { Age } from '../../kit/lists/age.tsx';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { FactTable } from './fact-table.tsx';
import { LoadMeter } from './load-meter.tsx';

const looks = {
  up: { tone: 'success', Icon: CircleCheck },
  draining: { tone: 'info', Icon: CirclePause },
  silent: { tone: 'warning', Icon: CircleDashed },
} as const;

const roleNames = { web: 'roleWeb', work: 'roleWork', media: 'roleMedia' } as const;

function roleWords(
  t: ReturnType<typeof useTexts<'roleWeb' | 'roleWork' | 'roleMedia'>>,
  role: string,
): string {
  return role === 'web' || role === 'work' || role === 'media' ? t(roleNames[role]) : role;
}

/** The processes that share the database. */
export function ProcessTable({ processes }: Pick<SystemStatus, 'processes'>) {
  const t = useTexts(systemTexts);
  return (
    <FactTable
      title={t('processes')}
      heads={[t('process'), t('state'), t('version'), t('roles'), t('load'), t('since'), t('beat')]}
      rows={processes.map(({ id, host, pid, isThis, state, version, roles, load, startedAt, beatAt }) => ({
        id,
        cells: [
          `${host} · ${pid}${isThis ? ` (${t('thisOne')})` : ''}`,
          <StatusChip key="state" {...looks[state]} label={t(state)} />,
          version,
          roles?.map((role) => roleWords(t, role)).join(', ') ?? t('unknown'),
          load === null ? t('unknown') : <LoadMeter key="load" load={load} />,
          <Age key="since" at={startedAt} />,
          <Age key="beat" at={beatAt} />,
        ],
      }))}
    />
  );
}
