import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { NodeTile } from '../../kit/theme/node-tile.tsx';
import styles from './tools.module.css';
import { type ToolsHeadProps, ToolsTabs } from './tools-head.tsx';

/** The tools that every canvas has. */
export function BuiltInTab({ head }: { head: ToolsHeadProps }) {
  const t = useTexts(toolsTexts);
  const { data, error, refetch } = useQuery(nodesQuery);
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const tools = (data ?? []).filter(
    ({ category, canRun }) => canRun !== false && (category === 'Tools' || category === 'Tools (MCP)'),
  );
  const shown = tools.filter(({ label, name, description }) =>
    `${label} ${name} ${description}`.toLowerCase().includes(word),
  );
  return (
    <ListPage
      title={head.title}
      help={t('builtInHelp')}
      query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
      failed={t('loadFailed')}
      isEmpty={false}
      empty={null}
      view="cards"
      list={
        <>
          <ListTools searchLabel={t('searchBuiltIn')} search={search} onSearch={setSearch} />
          {shown.length === 0 && (
            <NoMatch title={t('noMatch', { search: search.trim() })} onClear={() => setSearch('')} />
          )}
          <CardGrid>
            {shown.map((node) => (
              <ListCard
                key={node.name}
                title={node.label}
                tile={<NodeTile category={node.category} icon={node.icon} label={node.label} />}
                text={node.description}
                foot={<span className={styles['mono']}>{node.name}</span>}
              />
            ))}
          </CardGrid>
        </>
      }
    >
      <ToolsTabs head={head} />
    </ListPage>
  );
}
