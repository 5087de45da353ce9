import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { NodeTile } from '../../kit/theme/node-tile.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import styles from './tools.module.css';
import { ToolsHead, type ToolsHeadProps } from './tools-head.tsx';

/** The tools that every canvas has. */
export function BuiltInTab({ head }: { head: ToolsHeadProps }) {
  const t = useTexts(toolsTexts);
  const nodes = useQuery(nodesQuery);
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const tools = (nodes.data ?? []).filter(
    ({ category }) => category === 'Tools' || category === 'Tools (MCP)',
  );
  const shown = tools.filter(({ label, name, description }) =>
    `${label} ${name} ${description}`.toLowerCase().includes(word),
  );
  return (
    <>
      <ToolsHead head={{ ...head, help: t('builtInHelp') }} />
      <ToolRow>
        <SearchField label={t('searchBuiltIn')} value={search} onChange={setSearch} takesCtrlF />
      </ToolRow>
      {nodes.isPending && <SkeletonList shape="cards" />}
      {nodes.isError && (
        <ErrorState title={t('loadFailed')} error={nodes.error} onRetry={() => nodes.refetch()} />
      )}
      {nodes.data && shown.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch', { search: search.trim() })}
          action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
        />
      )}
      <div className={styles['grid']}>
        {shown.map((node) => (
          <article key={node.name} className={styles['card']}>
            <div className={styles['cardHead']}>
              <NodeTile category={node.category} icon={node.icon} label={node.label} />
              <h2>{node.label}</h2>
            </div>
            <p className={styles['text']}>{node.description}</p>
            <div className={styles['foot']}>
              <span className={styles['mono']}>{node.name}</span>
            </div>
          </article>
        ))}
      </div>
    </>
  );
}
