import type { VoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { ListTable } from '../../kit/lists/list-table.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { agentColumns } from './agent-columns.tsx';
import type { AgentActions } from './use-agent-actions.ts';
import type { AgentFilter } from './use-agent-filter.ts';

interface AgentTableProps {
  filter: AgentFilter;
  selection: Selection;
  preview: VoicePreview;
  /** The agent whose details are shown; the table then keeps only its most important columns. */
  openId: string;
  actions: AgentActions;
  onOpen: (id: string) => void;
}

/** The agents as a table; a press anywhere on one shows its detail. */
export function AgentTable({ filter, selection, preview, openId, actions, onOpen }: AgentTableProps) {
  const t = useTexts(voiceAgentsTexts);
  const { shown, sorting, setSorting } = filter;
  return (
    <ListTable
      rows={shown}
      columns={agentColumns(preview)}
      sorting={sorting}
      onSort={setSorting}
      selection={selection}
      nameOf={({ agent }) => agent.agentName}
      actionsOf={({ agent }) => actions.actionsOf(agent)}
      openId={openId}
      onOpen={({ id }) => onOpen(id)}
      count={t('count', { count: shown.length })}
    />
  );
}
