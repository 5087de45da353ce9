import type { McpServerAnswer } from '@tendril/contract/api/mcp-servers';
import { Check, CircleDashed, Pencil, RotateCw, Trash2, X } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { nameUses } from '../../kit/lists/name-uses.ts';
import { UsedByFlows } from '../../kit/lists/used-by-flows.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import styles from './mcp.module.css';
import { useConnectServer, useDeleteServer } from './mcp.queries.ts';
import { McpToolList } from './mcp-tool-list.tsx';

interface McpServerCardProps {
  server: McpServerAnswer;
  onEdit: () => void;
}

/** A server with its state, what went wrong in full, and its tools with their switches. */
export function McpServerCard({ server, onEdit }: McpServerCardProps) {
  const t = useTexts(toolsTexts);
  const connect = useConnectServer();
  const askToDelete = useAskToDelete(server);
  const refresh = () => connect.mutate(server.id, { onError: notifyError });
  return (
    <article className={styles['server']} aria-label={server.name} aria-busy={connect.isPending || undefined}>
      <header>
        <div>
          <h2>{server.name}</h2>
          <code className={styles['address']}>{server.url}</code>
        </div>
        <ServerStatus server={server} />
        <Button
          size="small"
          icon={<RotateCw size={16} />}
          isBusy={connect.isPending}
          aria-label={`${t(server.status === 'connected' ? 'refresh' : 'connect')} ${server.name}`}
          onClick={refresh}
        >
          {t(server.status === 'connected' ? 'refresh' : 'connect')}
        </Button>
        <MoreMenu
          name={server.name}
          actions={[
            { id: 'edit', label: t('edit'), Icon: Pencil, needs: 'tools:edit', onSelect: onEdit },
            {
              id: 'delete',
              label: t('delete'),
              Icon: Trash2,
              needs: 'tools:edit',
              isDanger: true,
              onSelect: askToDelete,
            },
          ]}
        />
      </header>
      {server.lastError !== '' && (
        <p className={styles['trouble']} role="alert">
          {server.lastError}
        </p>
      )}
      <McpToolList server={server} />
      <footer>
        <span>{t('usedByServer')}</span>
        <UsedByFlows uses={server.usedBy} name={server.name} />
      </footer>
    </article>
  );
}

function ServerStatus({ server }: { server: McpServerAnswer }) {
  const t = useTexts(toolsTexts);
  const age =
    server.connectedAt === null ? undefined : t('connectedAgo', { age: shortAge(server.connectedAt) });
  if (server.status === 'connected')
    return <StatusChip tone="success" Icon={Check} label={t('connected')} remark={age} />;
  if (server.status === 'failed') return <StatusChip tone="error" Icon={X} label={t('failed')} />;
  return <StatusChip tone="quiet" Icon={CircleDashed} label={t('neverConnected')} />;
}

function useAskToDelete({ id, name, usedBy }: McpServerAnswer) {
  const t = useTexts(toolsTexts);
  const remove = useDeleteServer();
  return async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteServer', { name }) + nameUses(usedBy),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, { onSuccess: () => notify(t('serverDeleted'), 'success'), onError: notifyError });
  };
}
