import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@tendril/contract/api/api-keys';
import { FileInput, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { studioOrigin } from '../../kit/api/address.ts';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NameDialog } from '../../kit/lists/name-dialog.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { apiKeysQuery, useRenameKey } from './api-keys.queries.ts';
import { arrangeKeys, type KeyOrder } from './arrange-keys.ts';
import { callLine, usedAs } from './call-line.ts';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { ImportKeysDialog } from './import-keys-dialog.tsx';
import { KeyTable } from './key-table.tsx';

type Open = { is: 'creating' | 'importing' } | { is: 'renaming' | 'changing' | 'deleting'; key: ApiKey };

/** The keys with which other programs call flows. */
export function ApiKeysScreen() {
  const t = useTexts(apiKeysTexts);
  const page = useTexts(pageTexts);
  const { data, error, refetch } = useQuery(apiKeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const newKey = (
    <PermittedButton
      needs="keys:edit"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setOpen({ is: 'creating' })}
    >
      {t('newKey')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={page('apiKeys')}
        help={page('apiKeysHelp')}
        acts={
          <PermittedButton
            needs="keys:edit"
            icon={<FileInput size={20} />}
            onClick={() => setOpen({ is: 'importing' })}
          >
            {t('import')}
          </PermittedButton>
        }
        mainAct={newKey}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('loadFailed')}
        isEmpty={data?.length === 0}
        empty={<EmptyState Icon={KeyRound} title={t('empty')} text={t('emptyHelp')} action={newKey} />}
        list={<Keys keys={data ?? []} onOpen={setOpen} />}
      />
      {open?.is === 'creating' && <CreateKeyDialog onClose={close} />}
      {open?.is === 'importing' && <ImportKeysDialog onClose={close} />}
      {open?.is === 'renaming' && <RenameKey apiKey={open.key} onClose={close} />}
      {open?.is === 'changing' && <ChangeKeyDialog apiKey={open.key} onClose={close} />}
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
      <ListTools searchLabel={t('search')} search={search} onSearch={setSearch} />
      {shown.length === 0 ? (
        <NoMatch title={t('noMatch', { search })} onClear={() => setSearch('')} />
      ) : (
        <KeyTable
          keys={shown}
          order={order}
          onOrder={setOrder}
          onRename={(key) => onOpen({ is: 'renaming', key })}
          onChange={(key) => onOpen({ is: 'changing', key })}
          onCopyCall={copyCall}
          onDelete={(key) => onOpen({ is: 'deleting', key })}
        />
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
    <NameDialog
      label={t('name')}
      hint={t('nameHint')}
      needed={t('nameNeeded')}
      maxLength={100}
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

// The secret cannot be shown again, so the line contains a placeholder.
function useCopyCall(): (key: ApiKey) => Promise<void> {
  const t = useTexts(apiKeysTexts);
  return async (key) => {
    const { scopeFlows, chatFlows } = key;
    const flowId = (scopeFlows[0] ?? chatFlows[0])?.id ?? `<${t('flowId')}>`;
    const secret = `<${t('yourKey')}>`;
    const line = callLine({ origin: studioOrigin(), secret, flowId, scope: usedAs(key) });
    await navigator.clipboard.writeText(line).then(
      () => notify(t('curlCopied'), 'success'),
      () => notify(t('copyFailed'), 'error'),
    );
  };
}
