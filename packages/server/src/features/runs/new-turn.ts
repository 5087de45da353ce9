import type { RunSummary } from '@tendril/contract/api/runs';
import type { Scope } from '../../db/scope.ts';

/** One question to a flow, with everything that its rows say of it. */
export interface NewTurn extends Scope {
  readonly flowId: string;
  readonly versionId: string;
  readonly versionNumber: number;
  readonly question: string;
  readonly chatId: string;
  readonly sessionId: string;
  readonly source: RunSummary['source'];
  readonly chatType: 'INTERNAL' | 'EXTERNAL';
  readonly memoryType: string | null;
  readonly leadEmail: string | null;
  /** JSON of the files that came with the question, without their bytes. */
  readonly fileUploads: string | null;
  readonly isDemo: boolean;
  /** How long the run goes on when the last watcher has left; without it a run needs no watcher. */
  readonly graceMs?: number;
}
