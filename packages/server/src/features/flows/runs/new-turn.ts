import type { RunSummary } from '@tendril/contract/api/runs';
import type { RunPart } from '@tendril/contract/run-event';
import type { Scope } from '../../../platform/db/scope.ts';

/** One question to a flow, with all that its rows store. */
export interface NewTurn extends Scope {
  /** Given where a run must start once at most; minted when absent. */
  readonly id?: string;
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
  /** Nodes that the run will settle, for its watchers. */
  readonly planned?: readonly string[];
  /** A run of a part of the draft: it writes no messages. */
  readonly part?: RunPart;
  /** The waiting run that this one resumes; refused when it is no longer waiting. */
  readonly resumes?: string;
  /** The waiting run of the chat that was left undecided: another question was asked instead. */
  readonly cancels?: string;
  /** The run whose node started this one. */
  readonly parentId?: string;
  /** The type of the flow at this time. */
  readonly flowType: string;
  /** Whether it goes on in another process when this one stops. */
  readonly goesOn?: boolean;
  /** On whose behalf it reads knowledge bases, as tokens of access lists. */
  readonly callers: readonly string[];
  /** What a run that goes on after a crash needs beyond these; plain JSON. */
  readonly request?: unknown;
  /** How long the run continues after the last watcher has left; without it a run needs no watcher. */
  readonly graceMs?: number;
}
