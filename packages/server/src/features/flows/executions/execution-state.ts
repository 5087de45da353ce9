import type { ExecutionState } from '@tendril/contract/api/executions';
import type { RunTable } from '../../../platform/db/schema.ts';

/** How a run stands, in Flowise's words. */
export function executionStateOf({ status, error }: Pick<RunTable, 'status' | 'error'>): ExecutionState {
  switch (status) {
    case 'running':
      return 'INPROGRESS';
    case 'waiting':
      return 'STOPPED';
    case 'done':
      return 'FINISHED';
    case 'cancelled':
    case 'interrupted':
      return 'TERMINATED';
    case 'failed':
      return isTimeout(error) ? 'TIMEOUT' : 'ERROR';
  }
}

function isTimeout(error: string | null): boolean {
  const { code = '' } = error === null ? {} : (JSON.parse(error) as { code?: string });
  return code.endsWith('TIMEOUT');
}
