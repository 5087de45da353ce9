import type { Answer } from '@tendril/contract/api/endpoint';
import type { readImportProgress } from '@tendril/contract/api/export-import';
import type { Scope } from '../../../platform/db/scope.ts';

type State = Answer<typeof readImportProgress>;

/** The progress of each workspace's import; in memory only. */
export interface ImportProgress {
  set(scope: Scope, stage: State['stage'], done?: number, total?: number): void;
  clear(scope: Scope): void;
  read(scope: Scope): State;
}

export function createImportProgress(): ImportProgress {
  const states = new Map<string, State>();
  return {
    set: ({ workspaceId }, stage, done = 0, total = 0) =>
      void states.set(workspaceId, { stage, done, total }),
    clear: ({ workspaceId }) => void states.delete(workspaceId),
    read: ({ workspaceId }) => states.get(workspaceId) ?? { stage: 'idle', done: 0, total: 0 },
  };
}
