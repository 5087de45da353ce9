import { useSearchParams } from 'react-router';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { BuiltInTab } from './built-in-tab.tsx';
import { CustomToolsTab } from './custom-tools-tab.tsx';
import { McpTab } from './mcp-tab.tsx';
import type { ToolsTab } from './tools-head.tsx';

const tabs: readonly ToolsTab[] = ['custom', 'mcp', 'builtIn'];

/** What agents can be given to call: own tools, servers of tools, and what is built in. */
export function ToolsScreen() {
  const t = useTexts(toolsTexts);
  const page = useTexts(pageTexts);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'custom';
  const head = {
    title: page('toolkit'),
    help: page('toolkitHelp'),
    tab,
    segments: tabs.map((value) => ({ value, label: t(value) })),
    onTab: (next: ToolsTab) => setSearch(next === 'custom' ? {} : { tab: next }, { replace: true }),
  };
  if (tab === 'mcp') return <McpTab head={head} />;
  if (tab === 'builtIn') return <BuiltInTab head={head} />;
  return (
    <CustomToolsTab
      head={head}
      opened={search.get('tool')}
      onOpened={(id) => setSearch(id ? { tool: id } : {}, { replace: true })}
    />
  );
}
