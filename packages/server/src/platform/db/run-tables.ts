/** What a run needs to go on after a crash, in order; exists as long as it runs. */
export interface RunProgressTable {
  runId: string;
  seq: number;
  workspaceId: string;
  kind: 'request' | 'step' | 'part' | 'answer' | 'attempt';
  /** Sealed JSON; empty for an attempt. */
  data: string;
}

/** The state that the latest run of a session leaves to its later turns, sealed. */
export interface RunSessionStateTable {
  runId: string;
  workspaceId: string;
  data: string;
}
