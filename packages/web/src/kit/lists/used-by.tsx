import type { NamedUse } from '@tendril/contract/api/variables';
import { Route, Workflow, Wrench } from 'lucide-react';
import { useNavigate } from 'react-router';
import { toolkitTexts } from '../texts/en/toolkit.ts';
import { useTexts } from '../texts/texts.ts';
import { ActionMenu } from '../ui/action-menu.tsx';
import styles from './list-table.module.css';

const icons = { flow: Workflow, pipeline: Route, tool: Wrench };

function pathOf({ kind, id }: NamedUse): string {
  if (kind === 'tool') return `/tools?tool=${id}`;
  return kind === 'flow' ? `/canvas/${id}` : `/agentcanvas/${id}`;
}

/** How many flows and tools use something; a press lists them, and each leads to its page. */
export function UsedBy({ uses, name }: { uses: readonly NamedUse[]; name: string }) {
  const t = useTexts(toolkitTexts);
  const navigate = useNavigate();
  if (uses.length === 0) return <span className={styles['unused']}>{t('notUsed')}</span>;
  const flows = uses.filter((use) => use.kind !== 'tool').length;
  const tools = uses.length - flows;
  const words = [
    flows > 0 && t('flowCount', { count: flows }),
    tools > 0 && t('toolCount', { count: tools }),
  ];
  return (
    <ActionMenu
      label={t('usedBy', { name })}
      align="start"
      actions={uses.map((use) => ({
        id: `${use.kind}-${use.id}`,
        label: use.name,
        Icon: icons[use.kind],
        onSelect: () => void navigate(pathOf(use)),
      }))}
      renderButton={(props) => (
        <button type="button" {...props} className={styles['usedBy']}>
          {words.filter(Boolean).join(', ')}
        </button>
      )}
    />
  );
}
