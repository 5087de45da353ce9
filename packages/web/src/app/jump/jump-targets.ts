import type { Found, FoundKind } from '@tendril/contract/api/search';
import type { Permission } from '@tendril/contract/permission';
import {
  Bot,
  CircleHelp,
  Download,
  History,
  Key,
  LayoutPanelTop,
  Library,
  Lock,
  type LucideIcon,
  Phone,
  Plus,
  SlidersHorizontal,
  SunMoon,
  Waypoints,
  Workflow,
  Wrench,
} from 'lucide-react';
import { openExport } from '../../features/export-import/export-store.ts';
import { switchTheme } from '../../kit/api/save-theme.ts';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { jumpTexts } from '../../kit/texts/en/jump.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { say } from '../../kit/texts/texts.ts';
import { permittedMenu } from '../menu.ts';
import type { RecentPlace } from './recent-places.ts';

/** One search result: a page, an action or a workspace object. */
export interface JumpTarget {
  id: string;
  group: 'recent' | 'pages' | 'acts' | 'things';
  label: string;
  detail: string;
  Icon: LucideIcon;
  /** The path it opens; an action runs instead. */
  path?: string;
  act?: () => void;
}

const looks: Record<FoundKind, { Icon: LucideIcon; path: (id: string) => string }> = {
  flow: { Icon: Workflow, path: (id) => `/canvas/${id}` },
  pipeline: { Icon: Waypoints, path: (id) => `/agentcanvas/${id}` },
  assistant: { Icon: Bot, path: (id) => `/assistants/custom/${id}` },
  tool: { Icon: Wrench, path: () => '/tools' },
  secret: { Icon: Lock, path: () => '/credentials' },
  variable: { Icon: SlidersHorizontal, path: () => '/variables' },
  apiKey: { Icon: Key, path: () => '/apikey' },
  store: { Icon: Library, path: (id) => `/document-stores/${id}` },
  'voice-agent': { Icon: Phone, path: (id) => `/agent/${id}` },
  template: { Icon: LayoutPanelTop, path: (id) => `/marketplace/${id}` },
};

/** Something found on the server. */
export function foundTarget({ kind, id, name }: Found): JumpTarget {
  const { Icon, path } = looks[kind];
  return {
    id: `${kind}-${id}`,
    group: 'things',
    label: name,
    detail: say(jumpTexts, kind),
    Icon,
    path: path(id),
  };
}

/** A recently opened page. */
export function recentTarget({ path, title }: RecentPlace): JumpTarget {
  return { id: `recent-${path}`, group: 'recent', label: title, detail: '', Icon: History, path };
}

function pages(): JumpTarget[] {
  return permittedMenu(useOwnPermissions.getState().permissions).flatMap((section) =>
    section.entries.map(({ name, path, Icon }) => ({
      id: path,
      group: 'pages' as const,
      label: say(pageTexts, name),
      detail: say(shellTexts, section.id),
      Icon,
      path,
    })),
  );
}

function acts(): JumpTarget[] {
  const act = (id: string, label: string, Icon: LucideIcon, rest: Pick<JumpTarget, 'path' | 'act'>) =>
    ({ id, group: 'acts', label, detail: say(jumpTexts, 'act'), Icon, ...rest }) as const;
  const own = useOwnPermissions.getState().permissions;
  const may = (permits: Permission) => !own || own.has(permits);
  return [
    ...(may('flows:edit') ? [act('new-flow', say(jumpTexts, 'newFlow'), Plus, { path: '/canvas' })] : []),
    ...(may('flows:edit')
      ? [act('new-pipeline', say(jumpTexts, 'newPipeline'), Plus, { path: '/agentcanvas' })]
      : []),
    ...(may('credentials:edit')
      ? [act('add-secret', say(jumpTexts, 'addSecret'), Lock, { path: '/credentials?add=secret' })]
      : []),
    ...(may('workspace:export')
      ? [act('export', say(jumpTexts, 'export'), Download, { act: openExport })]
      : []),
    act('help', say(jumpTexts, 'help'), CircleHelp, { act: openHelp }),
    act('theme', say(jumpTexts, 'theme'), SunMoon, {
      act: switchTheme,
    }),
  ];
}

/** Pages and actions whose text contains the query; all of them without a query. */
export function knownTargets(text: string): JumpTarget[] {
  const word = text.trim().toLowerCase();
  return [...pages(), ...acts()].filter(({ label, detail }) =>
    `${label} ${detail}`.toLowerCase().includes(word),
  );
}

/** The document of every call, which the server itself shows. */
function openHelp(): void {
  window.open('/api/docs', '_blank', 'noopener');
}
