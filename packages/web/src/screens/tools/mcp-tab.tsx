import { useQuery } from '@tanstack/react-query';
import type { McpServerAnswer } from '@tendril/contract/api/mcp-servers';
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import styles from './mcp.module.css';
import { mcpServersQuery } from './mcp.queries.ts';
import { McpServerCard } from './mcp-server-card.tsx';
import { McpServerDialog } from './mcp-server-dialog.tsx';
import { type ToolsHeadProps, ToolsTabs } from './tools-head.tsx';

function fits({ name, url, tools }: McpServerAnswer, word: string): boolean {
  return [name, url, ...tools.map((tool) => tool.name)].some((text) => text.toLowerCase().includes(word));
}

/** Servers that offer their tools over HTTP. */
export function McpTab({ head }: { head: ToolsHeadProps }) {
  const t = useTexts(toolsTexts);
  const { data, error, refetch } = useQuery(mcpServersQuery);
  const [edited, setEdited] = useState<McpServerAnswer | 'new' | null>(null);
  const add = (
    <PermittedButton
      needs="tools:edit"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setEdited('new')}
    >
      {t('addServer')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={head.title}
        help={head.help}
        mainAct={add}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('serversFailed')}
        isEmpty={data?.length === 0}
        empty={<EmptyState Icon={Plug} title={t('mcpEmpty')} text={t('mcpEmptyHelp')} action={add} />}
        view="cards"
        list={<Servers servers={data ?? []} onEdit={setEdited} />}
      >
        <ToolsTabs head={head} />
      </ListPage>
      {edited && (
        <McpServerDialog first={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

interface ServersProps {
  servers: readonly McpServerAnswer[];
  onEdit: (server: McpServerAnswer) => void;
}

function Servers({ servers, onEdit }: ServersProps) {
  const t = useTexts(toolsTexts);
  const [search, setSearch] = useState('');
  const shown = servers.filter((server) => fits(server, search.trim().toLowerCase()));
  return (
    <>
      <ListTools searchLabel={t('searchServers')} search={search} onSearch={setSearch} />
      {shown.length === 0 && (
        <NoMatch title={t('noServerMatch', { search: search.trim() })} onClear={() => setSearch('')} />
      )}
      <div className={styles['servers']}>
        {shown.map((server) => (
          <McpServerCard key={server.id} server={server} onEdit={() => onEdit(server)} />
        ))}
        <p className={styles['note']}>{t('mcpNote')}</p>
      </div>
    </>
  );
}
