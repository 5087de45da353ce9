import { useQuery } from '@tanstack/react-query';
import type { McpServerAnswer } from '@tendril/contract/api/mcp-servers';
import { Plug, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import styles from './mcp.module.css';
import { mcpServersQuery } from './mcp.queries.ts';
import { McpServerCard } from './mcp-server-card.tsx';
import { McpServerDialog } from './mcp-server-dialog.tsx';
import { ToolsHead, type ToolsHeadProps } from './tools-head.tsx';

function fits({ name, url, tools }: McpServerAnswer, word: string): boolean {
  return [name, url, ...tools.map((tool) => tool.name)].some((text) => text.toLowerCase().includes(word));
}

/** Servers that lend their tools over HTTP. */
export function McpTab({ head }: { head: ToolsHeadProps }) {
  const t = useTexts(toolsTexts);
  const servers = useQuery(mcpServersQuery);
  const [edited, setEdited] = useState<McpServerAnswer | 'new' | null>(null);
  const [search, setSearch] = useState('');
  const rows = servers.data ?? [];
  const shown = rows.filter((server) => fits(server, search.trim().toLowerCase()));
  return (
    <>
      <ToolsHead
        head={head}
        actions={
          <Button look="primary" icon={<Plus size={20} />} onClick={() => setEdited('new')}>
            {t('addServer')}
          </Button>
        }
      />
      {servers.isPending && <SkeletonList count={3} />}
      {servers.isError && (
        <ErrorState title={t('serversFailed')} error={servers.error} onRetry={() => servers.refetch()} />
      )}
      {servers.data?.length === 0 && (
        <EmptyState
          Icon={Plug}
          title={t('mcpEmpty')}
          text={t('mcpEmptyHelp')}
          action={<Button onClick={() => setEdited('new')}>{t('addServer')}</Button>}
        />
      )}
      {rows.length > 0 && (
        <>
          <ToolRow>
            <SearchField label={t('searchServers')} value={search} onChange={setSearch} takesCtrlF />
          </ToolRow>
          {shown.length === 0 && (
            <EmptyState
              Icon={SearchX}
              title={t('noServerMatch', { search: search.trim() })}
              action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
            />
          )}
          <div className={styles['servers']}>
            {shown.map((server) => (
              <McpServerCard key={server.id} server={server} onEdit={() => setEdited(server)} />
            ))}
            <p className={styles['note']}>{t('mcpNote')}</p>
          </div>
        </>
      )}
      {edited && (
        <McpServerDialog first={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
