import type { Time } from './column.ts';

/** A conversation as its messages make it; kept by triggers. */
interface ConversationTable {
  workspaceId: string;
  flowId: string;
  chatId: string;
  sessionId: string;
  chatType: string;
  messages: number;
  firstSeq: number;
  lastSeq: number;
  startedAt: Time;
  updatedAt: Time;
}

/** How often a workspace's flows have changed; kept by triggers. */
interface FlowChangeTable {
  workspaceId: string;
  count: number;
}

/** Texts that are not in the index yet; only on SQLite. */
interface SearchPendingTable {
  kind: 'message' | 'run' | 'chunk' | 'call';
  id: string;
}

/** Tables that exist to make reads fast. */
export interface ReadTables {
  conversation: ConversationTable;
  flow_change: FlowChangeTable;
  search_pending: SearchPendingTable;
}
