import type { Json, Time } from './column.ts';

/** What the import of a flow found, node by node. */
export interface ImportReportTable {
  flowId: string;
  workspaceId: string;
  /** The name of its file. */
  file: string;
  findings: Json;
  createdAt: Time;
}
