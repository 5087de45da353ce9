import { BulkBar } from '../../kit/lists/bulk-bar.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import { type AgentFilter, brainKinds } from './use-agent-filter.ts';

interface AgentToolsProps {
  filter: AgentFilter;
  selection: Selection;
  onDelete: () => void;
}

/** Search and filters above the list; what can be done with the selection while there is one. */
export function AgentTools({ filter, selection, onDelete }: AgentToolsProps) {
  const t = useTexts(voiceAgentsTexts);
  if (selection.ids.size > 0)
    return (
      <ToolRow>
        <BulkBar count={selection.ids.size} onClear={selection.clear} onDelete={onDelete} />
      </ToolRow>
    );
  return (
    <ToolRow>
      <SearchField label={t('search')} value={filter.search} onChange={filter.setSearch} takesCtrlF />
      <SelectMenu
        label={t('brain')}
        options={[
          { value: 'all' as const, label: t('allBrains') },
          ...brainKinds.map((value) => ({ value, label: t(`brain_${value}`) })),
        ]}
        value={filter.brain}
        onChange={filter.setBrain}
      />
      <SelectMenu
        label={t('language')}
        options={[{ value: 'all', label: t('allLanguages') }, ...filter.languages]}
        value={filter.language}
        onChange={filter.setLanguage}
      />
    </ToolRow>
  );
}
