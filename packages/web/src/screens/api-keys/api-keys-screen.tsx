import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@tendril/contract/api/api-keys';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '../../state/confirm-store.ts';
import { notify, notifyError } from '../../state/notifier-store.ts';
import { apiKeysTexts } from '../../texts/en/api-keys.ts';
import { pageTexts } from '../../texts/en/pages.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { apiKeysQuery, useCreateKey, useDeleteKey, useRenameKey } from './api-keys.queries.ts';
import { KeyNameDialog } from './key-name-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { ShownKeyDialog } from './shown-key-dialog.tsx';

/** The keys with which other programs call flows. */
export function ApiKeysScreen() {
  const t = useTexts(apiKeysTexts);
  const page = useTexts(pageTexts);
  const keys = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [renaming, setRenaming] = useState<ApiKey | null>(null);
  const askToDelete = useAskToDelete();
  return (
    <>
      <PageHead
        title={page('apiKeys')}
        help={page('apiKeysHelp')}
        actions={
          <Button look="primary" icon={<Plus size={20} />} onClick={() => setCreating(true)}>
            {t('newKey')}
          </Button>
        }
      />
      <div style={{ paddingBlockStart: 20 }}>
        {keys.isPending && <SkeletonList />}
        {keys.isError && (
          <ErrorState title={t('loadFailed')} error={keys.error} onRetry={() => keys.refetch()} />
        )}
        {keys.data?.length === 0 && <EmptyState Icon={KeyRound} title={t('empty')} text={t('emptyHelp')} />}
        {keys.data && keys.data.length > 0 && (
          <KeyTable keys={keys.data} onRename={setRenaming} onDelete={askToDelete} />
        )}
      </div>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {renaming && <RenameKey apiKey={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const create = useCreateKey();
  if (create.data) return <ShownKeyDialog secret={create.data.apiKey} onClose={onClose} />;
  return (
    <KeyNameDialog
      title={t('createTitle')}
      submitText={t('create')}
      initialName=""
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(name) => create.mutate(name)}
      onClose={onClose}
    />
  );
}

function RenameKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const rename = useRenameKey();
  return (
    <KeyNameDialog
      title={t('renameTitle')}
      submitText={t('rename')}
      initialName={apiKey.keyName}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={(keyName) => rename.mutate({ id: apiKey.id, keyName }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function useAskToDelete() {
  const t = useTexts(apiKeysTexts);
  const remove = useDeleteKey();
  return async ({ id, keyName, chatFlows }: ApiKey) => {
    const flows = chatFlows.map((flow) => flow.flowName).join(', ');
    const isSure = await confirm({
      title: t('delete'),
      description: t(flows ? 'boundQuestion' : 'deleteQuestion', { name: keyName, flows }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => notify(t('deleted', { name: keyName }), 'success'),
      onError: notifyError,
    });
  };
}
