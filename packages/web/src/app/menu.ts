import type { Permission } from '@tendril/contract/permission';
import {
  AudioLines,
  Bot,
  Key,
  LayoutPanelTop,
  Library,
  Lock,
  type LucideIcon,
  Phone,
  PhoneCall,
  Settings2,
  SlidersHorizontal,
  Waypoints,
  Workflow,
  Wrench,
} from 'lucide-react';

/** One entry of the drawer; `name` is its key in the page texts. */
export interface MenuEntry {
  name:
    | 'flows'
    | 'pipelines'
    | 'assistants'
    | 'templates'
    | 'voiceAgents'
    | 'phoneNumbers'
    | 'calls'
    | SettingsName;
  path: string;
  Icon: LucideIcon;
  permits: Permission;
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
      { name: 'flows', path: '/chatflows', Icon: Workflow, permits: 'flows:read' },
      { name: 'pipelines', path: '/agentflows', Icon: Waypoints, permits: 'flows:read' },
      { name: 'assistants', path: '/assistants', Icon: Bot, permits: 'assistants:read' },
      { name: 'templates', path: '/marketplaces', Icon: LayoutPanelTop, permits: 'templates:read' },
    ],
  },
  {
    id: 'voice',
    Icon: AudioLines,
    entries: [
      { name: 'voiceAgents', path: '/agent', Icon: AudioLines, permits: 'voice-agents:read' },
      { name: 'phoneNumbers', path: '/phone-numbers', Icon: Phone, permits: 'phone-numbers:read' },
      { name: 'calls', path: '/calls', Icon: PhoneCall, permits: 'calls:listen' },
    ],
  },
  {
    id: 'settings',
    Icon: Settings2,
    entries: [
      { name: 'toolkit', path: '/tools', Icon: Wrench, permits: 'tools:read' },
      { name: 'secrets', path: '/credentials', Icon: Lock, permits: 'credentials:read' },
      { name: 'config', path: '/variables', Icon: SlidersHorizontal, permits: 'variables:read' },
      { name: 'apiKeys', path: '/apikey', Icon: Key, permits: 'keys:read' },
      { name: 'knowledgeBase', path: '/document-stores', Icon: Library, permits: 'knowledge:read' },
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

/** The sections and entries that the person's role shows; everything while that is not known. */
export function permittedMenu(permissions: ReadonlySet<Permission> | null): readonly MenuSection[] {
  if (!permissions) return menu;
  return menu
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ permits }) => permissions.has(permits)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
