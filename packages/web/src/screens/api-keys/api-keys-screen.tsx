import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@tendril/contract/api/api-keys';
import { FileInput, KeyRound, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import { apiKeysQuery, useRenameKey } from './api-keys.queries.ts';
import { arrangeKeys, type KeyOrder } from './arrange-keys.ts';
import { callLine } from './call-line.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { ImportKeysDialog } from './import-keys-dialog.tsx';
import { KeyNameDialog } from './key-name-dialog.tsx';
import styles from './key-table.module.css';
import { KeyTable } from './key-table.tsx';

type Open = { is: 'creating' | 'importing' } | { is: 'renaming' | 'deleting'; key: ApiKey };

/** The keys with which other programs call flows. */
export function ApiKeysScreen() {
  const t = useTexts(apiKeysTexts);
  const page = useTexts(pageTexts);
  const keys = useQuery(apiKeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const newKey = (
    <Button look="primary" icon={<Plus size={20} />} onClick={() => setOpen({ is: 'creating' })}>
      {t('newKey')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={page('apiKeys')}
        help={page('apiKeysHelp')}
        actions={
          <>
            <Button icon={<FileInput size={20} />} onClick={() => setOpen({ is: 'importing' })}>
              {t('import')}
            </Button>
            {newKey}
          </>
        }
      />
      {keys.isPending && <SkeletonList />}
      {keys.isError && (
        <ErrorState title={t('loadFailed')} error={keys.error} onRetry={() => keys.refetch()} />
      )}
      {keys.data?.length === 0 && <EmptyState Icon={KeyRound} title={t('empty')} text={t('emptyHelp')} />}
      {keys.data && keys.data.length > 0 && <Keys keys={keys.data} onOpen={setOpen} />}
      {open?.is === 'creating' && <CreateKeyDialog onClose={close} />}
      {open?.is === 'importing' && <ImportKeysDialog onClose={close} />}
      {open?.is === 'renaming' && <RenameKey apiKey={open.key} onClose={close} />}
      {open?.is === 'deleting' && <DeleteKeyDialog apiKey={open.key} onClose={close} />}
    </>
  );
}

function Keys({ keys, onOpen }: { keys: readonly ApiKey[]; onOpen: (open: Open) => void }) {
  const t = useTexts(apiKeysTexts);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<KeyOrder>({ column: 'createdAt', isDescending: true });
  const shown = arrangeKeys(keys, search, order);
  const copyCall = useCopyCall();
  return (
    <>
      <ToolRow>
        <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
      </ToolRow>
      {shown.length === 0 ? (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch', { search })}
          action={<Button onClick={() => setSearch('')}>{t('clearFilters')}</Button>}
        />
      ) : (
        <>
          <KeyTable
            keys={shown}
            order={order}
            onOrder={setOrder}
            onRename={(key) => onOpen({ is: 'renaming', key })}
            onCopyCall={copyCall}
            onDelete={(key) => onOpen({ is: 'deleting', key })}
          />
          <p className={styles['foot']} role="status">
            {t('keyCount', { count: shown.length })}
          </p>
        </>
      )}
    </>
  );
}

function RenameKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const rename = useRenameKey();
  const renamed = () => {
    notify(t('saved'), 'success');
    onClose();
  };
  return (
    <KeyNameDialog
      title={t('renameTitle')}
      submitText={t('rename')}
      initialName={apiKey.keyName}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={(keyName) => rename.mutate({ id: apiKey.id, keyName }, { onSuccess: renamed })}
      onClose={onClose}
    />
  );
}

// The secret is gone for good, so its place in the line is only marked.
function useCopyCall(): (key: ApiKey) => Promise<void> {
  const t = useTexts(apiKeysTexts);
  return async ({ scope, scopeFlows, chatFlows }) => {
    const flowId = (scopeFlows[0] ?? chatFlows[0])?.id ?? `<${t('flowId')}>`;
    const secret = `<${t('yourKey')}>`;
    const line = callLine({ origin: window.location.origin, secret, flowId, isReading: scope === 'read' });
    await navigator.clipboard.writeText(line).then(
      () => notify(t('curlCopied'), 'success'),
      () => notify(t('copyFailed'), 'error'),
    );
  };
}
