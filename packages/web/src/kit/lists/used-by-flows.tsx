import type { NamedUse } from '@tendril/contract/api/variables';
import { Route, Workflow, Wrench } from 'lucide-react';
import { toolkitTexts } from '../texts/en/toolkit.ts';
import { useTexts } from '../texts/texts.ts';
import { UsedBy } from './used-by.tsx';

const icons = { flow: Workflow, pipeline: Route, tool: Wrench };

function pathOf({ kind, id }: NamedUse): string {
  if (kind === 'tool') return `/tools?tool=${id}`;
  return kind === 'flow' ? `/canvas/${id}` : `/agentcanvas/${id}`;
}

/** How many flows and tools use something. */
export function UsedByFlows({ uses, name }: { uses: readonly NamedUse[]; name: string }) {
  const t = useTexts(toolkitTexts);
  const flows = uses.filter((use) => use.kind !== 'tool').length;
  const tools = uses.length - flows;
  const words = [
    flows > 0 && t('flowCount', { count: flows }),
    tools > 0 && t('toolCount', { count: tools }),
  ];
  return (
    <UsedBy
      label={t('usedBy', { name })}
      words={words.filter(Boolean).join(', ')}
      uses={uses.map((use) => ({
        id: `${use.kind}-${use.id}`,
        label: use.name,
        Icon: icons[use.kind],
        path: pathOf(use),
      }))}
    />
  );
}
