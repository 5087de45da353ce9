import type { BundleEntry } from '@tendril/contract/api/export-import';
import { canvasPath } from '../../kit/lib/flow-paths.ts';

const places: Readonly<Record<BundleEntry['kind'], (id: string) => string>> = {
  chatflow: (id) => canvasPath('CHATFLOW', id),
  agentflow: (id) => canvasPath('MULTIAGENT', id),
  agentflowV2: (id) => canvasPath('AGENTFLOW', id),
  tool: () => '/tools',
  variable: () => '/variables',
  assistant: () => '/assistants',
  template: () => '/marketplaces',
  knowledgeBase: (id) => `/document-stores/${id}`,
  chats: () => '/chatflows',
};

/** Where a record that was imported is shown. */
export function entryPath({ kind, id }: Pick<BundleEntry, 'kind' | 'id'>): string {
  return places[kind](id);
}
