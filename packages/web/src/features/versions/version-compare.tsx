import { useQuery } from '@tanstack/react-query';
import { emptyFlow } from '@tendril/contract/flow/flow';
import { History, Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { diffPicture } from '../draft/diff-picture.ts';
import { FlowPicture } from '../draft/flow-picture.tsx';
import { ChangeList } from './change-list.tsx';
import type { Pair } from './chosen-versions.ts';
import { versionQuery } from './versions.queries.ts';
import styles from './versions-view.module.css';
import type { VersionActs } from './versions-view.tsx';

interface VersionCompareProps extends VersionActs {
  flowId: string;
  pair: Pair;
}

function usePictureOf(flowId: string, { older, newer }: Pair) {
  const after = useQuery(versionQuery(flowId, newer.id));
  const before = useQuery({ ...versionQuery(flowId, older?.id ?? ''), enabled: older !== null });
  const old = older === null ? emptyFlow : before.data?.flowData;
  const now = after.data?.flowData;
  const picture = useMemo(() => (old && now ? diffPicture(old, now) : undefined), [old, now]);
  const error = after.error ?? before.error;
  const retry = () => {
    if (after.error) void after.refetch();
    if (before.error) void before.refetch();
  };
  return { picture, error, retry };
}

function Head({ pair, onRestore, onPublish, busyId }: Omit<VersionCompareProps, 'flowId'>) {
  const t = useTexts(versionsTexts);
  const { newer, older } = pair;
  return (
    <header className={styles['compareHead']}>
      <h2>
        {older
          ? t('compareTitle', { old: older.number, new: newer.number })
          : t('compareFirst', { new: newer.number })}
      </h2>
      {!newer.isDraft && (
        <Button
          size="small"
          icon={<History size={16} />}
          isBusy={busyId === newer.id}
          onClick={() => onRestore(newer)}
        >
          {t('restore')}
        </Button>
      )}
      {!newer.isLive && (
        <Button
          size="small"
          icon={<Rocket size={16} />}
          isBusy={busyId === newer.id}
          onClick={() => onPublish(newer)}
        >
          {t('publish')}
        </Button>
      )}
    </header>
  );
}

/** Two versions side by side in one picture and one list, and what can be done with the newer one. */
export function VersionCompare({ flowId, pair, ...acts }: VersionCompareProps) {
  const t = useTexts(versionsTexts);
  const { picture, error, retry } = usePictureOf(flowId, pair);
  const [pointedId, setPointedId] = useState<string>();
  return (
    <section className={styles['compare']} aria-label={t('picture')}>
      <Head pair={pair} {...acts} />
      {error && <ErrorState title={t('compareFailed')} error={error} onRetry={retry} />}
      {!error && !picture && (
        <div className={styles['pad']}>
          <SkeletonList count={4} />
        </div>
      )}
      {picture && (
        <div className={styles['compareRow']}>
          <div className={styles['drawing']}>
            <FlowPicture
              picture={picture}
              label={t('picture')}
              pointedId={pointedId}
              onPress={setPointedId}
            />
          </div>
          <ChangeList diff={picture.diff} flow={picture.flow} pointedId={pointedId} onPoint={setPointedId} />
        </div>
      )}
    </section>
  );
}
