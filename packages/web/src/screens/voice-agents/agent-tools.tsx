import { Trash2 } from 'lucide-react';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { listsTexts } from '../../kit/texts/en/lists.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { type AgentFilter, brainKinds } from './use-agent-filter.ts';

interface AgentToolsProps {
  filter: AgentFilter;
  selection: Selection;
  onDelete: () => void;
}

/** Search and filters above the list; what can be done with the selection while there is one. */
export function AgentTools({ filter, selection, onDelete }: AgentToolsProps) {
  const t = useTexts(voiceAgentsTexts);
  const lists = useTexts(listsTexts);
  const { brain, language } = filter;
  return (
    <ListTools
      searchLabel={t('search')}
      search={filter.search}
      onSearch={filter.setSearch}
      setCount={[brain, language].filter((value) => value !== 'all').length}
      bulk={{
        count: selection.ids.size,
        onClear: selection.clear,
        actions: [
          {
            id: 'delete',
            label: lists('delete'),
            Icon: Trash2,
            needs: 'voice-agents:edit',
            isDanger: true,
            onSelect: onDelete,
          },
        ],
      }}
    >
      <SelectMenu
        label={t('brain')}
        options={[
          { value: 'all' as const, label: t('allBrains') },
          ...brainKinds.map((value) => ({ value, label: t(`brain_${value}`) })),
        ]}
        value={brain}
        onChange={filter.setBrain}
      />
      <SelectMenu
        label={t('language')}
        options={[{ value: 'all', label: t('allLanguages') }, ...filter.languages]}
        value={language}
        onChange={filter.setLanguage}
      />
    </ListTools>
  );
}
