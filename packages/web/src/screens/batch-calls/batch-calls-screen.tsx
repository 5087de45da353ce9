import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks, Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallsTabs } from '../../features/voice/calls-tabs.tsx';
import styles from '../../features/voice/plain-table.module.css';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { batchCallsQuery } from './batch-calls.queries.ts';
import { BatchTable } from './batch-table.tsx';
import { ConsentDialog } from './consent-dialog.tsx';
import { NewBatchDialog } from './new-batch-dialog.tsx';

/** The batch calls of the workspace, the latest first. */
export function BatchCallsScreen() {
  const t = useTexts(batchCallsTexts);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'new' | 'consent' | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(batchCallsQuery);
  const batches = data?.pages.flatMap((page) => page.data) ?? [];
  const create = (
    <PermittedButton
      needs="calls:dial"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setOpened('new')}
    >
      {t('create')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        help={t('help')}
        guide="batches"
        acts={
          <Button icon={<ShieldCheck size={20} />} onClick={() => setOpened('consent')}>
            {t('consent')}
          </Button>
        }
        mainAct={create}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('failed')}
        isEmpty={data !== undefined && batches.length === 0}
        empty={<EmptyState Icon={ListChecks} title={t('empty')} text={t('emptyHelp')} action={create} />}
        list={
          <>
            <BatchTable batches={batches} />
            {hasNextPage && (
              <p className={styles['next']}>
                <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('more')}
                </Button>
              </p>
            )}
          </>
        }
      >
        <CallsTabs />
      </ListPage>
      {opened === 'new' && (
        <NewBatchDialog
          onClose={() => setOpened(null)}
          onConsent={() => setOpened('consent')}
          onCreated={(id) => void navigate(`/calls/batches/${id}`)}
        />
      )}
      {opened === 'consent' && <ConsentDialog onClose={() => setOpened(null)} />}
    </>
  );
}
