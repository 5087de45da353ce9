import {
  AudioLines,
  Bot,
  Key,
  LayoutPanelTop,
  Library,
  Lock,
  type LucideIcon,
  Phone,
  Settings2,
  SlidersHorizontal,
  Waypoints,
  Workflow,
  Wrench,
} from 'lucide-react';

/** One entry of the drawer; `name` is its key in the page texts. */
export interface MenuEntry {
  name: 'flows' | 'pipelines' | 'assistants' | 'templates' | 'voiceAgents' | 'phoneNumbers' | SettingsName;
  path: string;
  Icon: LucideIcon;
}
type SettingsName = 'toolkit' | 'secrets' | 'config' | 'apiKeys' | 'knowledgeBase';

export interface MenuSection {
  id: 'workflow' | 'voice' | 'settings';
  Icon: LucideIcon;
  entries: readonly MenuEntry[];
}

/** The drawer's sections and entries in their order. */
export const menu: readonly MenuSection[] = [
  {
    id: 'workflow',
    Icon: Workflow,
    entries: [
      { name: 'flows', path: '/chatflows', Icon: Workflow },
      { name: 'pipelines', path: '/agentflows', Icon: Waypoints },
      { name: 'assistants', path: '/assistants', Icon: Bot },
      { name: 'templates', path: '/marketplaces', Icon: LayoutPanelTop },
    ],
  },
  {
    id: 'voice',
    Icon: AudioLines,
    entries: [
      { name: 'voiceAgents', path: '/agent', Icon: AudioLines },
      { name: 'phoneNumbers', path: '/phone-numbers', Icon: Phone },
    ],
  },
  {
    id: 'settings',
    Icon: Settings2,
    entries: [
      { name: 'toolkit', path: '/tools', Icon: Wrench },
      { name: 'secrets', path: '/credentials', Icon: Lock },
      { name: 'config', path: '/variables', Icon: SlidersHorizontal },
      { name: 'apiKeys', path: '/apikey', Icon: Key },
      { name: 'knowledgeBase', path: '/document-stores', Icon: Library },
    ],
  },
];

/** Where a path stands in the menu; sub-pages belong to their entry. */
export function findInMenu(path: string): { section: MenuSection; entry: MenuEntry } | undefined {
  for (const section of menu) {
    const entry = section.entries.find((item) => path === item.path || path.startsWith(`${item.path}/`));
    if (entry) return { section, entry };
  }
  return undefined;
}
