import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, PhoneOff, Plus, Upload } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { CallsTabs } from '../../features/voice/calls-tabs.tsx';
import {
  doNotCallQuery,
  readDoNotCallCsv,
  useImportDoNotCall,
} from '../../features/voice/do-not-call.queries.ts';
import styles from '../../features/voice/plain-table.module.css';
import { saveFile } from '../../kit/lib/save-file.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { doNotCallTexts } from '../../kit/texts/en/do-not-call.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { AddNumberDialog } from './add-number-dialog.tsx';
import { NumberTable } from './number-table.tsx';

/** The numbers that no call is placed to. */
export function DoNotCallScreen() {
  const t = useTexts(doNotCallTexts);
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const asked = useDeferredValue(search.trim());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    doNotCallQuery(asked),
  );
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const addButton = (
    <PermittedButton
      needs="calls:intervene"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        help={t('help')}
        guide="doNotCall"
        acts={<FileActs hasNumbers={total > 0} />}
        mainAct={addButton}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('failed')}
        isEmpty={data !== undefined && total === 0}
        empty={<EmptyState Icon={PhoneOff} title={t('empty')} text={t('emptyHelp')} action={addButton} />}
        list={
          <>
            <ListTools searchLabel={t('search')} search={search} onSearch={setSearch} />
            {entries.length === 0 ? (
              <NoMatch title={t('noMatch')} onClear={() => setSearch('')} />
            ) : (
              <NumberTable entries={entries} />
            )}
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
      {isAdding && <AddNumberDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** Out of a file, and into one. */
function FileActs({ hasNumbers }: { hasNumbers: boolean }) {
  const t = useTexts(doNotCallTexts);
  const input = useRef<HTMLInputElement>(null);
  const importing = useImportDoNotCall();
  const fail = (error: unknown) => notify(t('changeFailed', { reason: toMessage(error) }), 'error');
  const read = async (file: File | undefined) => {
    if (!file) return;
    importing.mutate(await file.text(), {
      onSuccess: ({ added, present }) => notify(t('imported', { added, present }), 'success'),
      onError: fail,
    });
  };
  const save = () => readDoNotCallCsv().then((csv) => saveFile('do-not-call.csv', csv, 'text/csv'), fail);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('import')}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      <PermittedButton
        needs="calls:intervene"
        icon={<Upload size={20} />}
        isBusy={importing.isPending}
        onClick={() => input.current?.click()}
      >
        {t('import')}
      </PermittedButton>
      {hasNumbers && (
        <Button icon={<Download size={20} />} onClick={() => void save()}>
          {t('export')}
        </Button>
      )}
    </>
  );
}
