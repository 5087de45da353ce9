import type { SystemStatus } from '@tendril/contract/api/system';
import { Age } from '../../kit/lists/age.tsx';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FactTable } from './fact-table.tsx';
import { jobWords } from './job-words.ts';

/** What the lanes of jobs have to do. */
export function LaneTable({ lanes }: Pick<SystemStatus, 'lanes'>) {
  const t = useTexts(systemTexts);
  return (
    <FactTable
      title={t('lanes')}
      heads={[t('lane'), t('running'), t('waiting'), t('oldest'), t('waitsSince'), t('why')]}
      rows={lanes.map(({ name, running, waiting, oldestAt, oldestKind, why }) => ({
        id: name,
        cells: [
          t(name),
          running,
          waiting,
          oldestKind === null ? null : jobWords(oldestKind),
          oldestAt === null ? null : <Age key="oldest" at={oldestAt} />,
          // What waits for a time and not for a place is due later.
          why === null ? waiting > 0 && t('dueLater') : t(`why_${why}`),
        ],
      }))}
    />
  );
}
