import type { BundleEntry } from '@tendril/contract/api/export-import';

const places: Readonly<Record<BundleEntry['kind'], (id: string) => string>> = {
  chatflow: (id) => `/canvas/${id}`,
  agentflow: (id) => `/agentcanvas/${id}`,
  agentflowV2: (id) => `/agentcanvas/${id}`,
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
