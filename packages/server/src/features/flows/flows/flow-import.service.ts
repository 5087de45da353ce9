import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { authorOf } from './author-of.ts';
import { type IntakeParts, takeFlow } from './flow-intake.ts';
import { insertFlow } from './flow-writer.ts';
import { maskSecrets } from './secret-mark.ts';

/** A flow that comes with an id of its own. */
export interface ImportedFlow {
  id: string;
  name: string;
  type: FlowType;
  flowData: FlowData;
}

/** Writes a flow that was made ready, in a transaction of the caller's. */
export type WriteFlow = (trx: DatabaseTransaction) => Promise<void>;

/** Takes in flows many at a time: each is made ready first (passwords sealed, files stored), then all are written. */
export function createFlowImport(parts: IntakeParts) {
  return {
    /** A mark of a sealed value means nothing in a file: whoever wrote it there could only guess. */
    unmark: (flowDataText: string): string => maskSecrets(flowDataText),

    /** Makes a private, unpublished flow ready under its given id. */
    async prepare(caller: ScopedCaller, { id, name, type, flowData }: ImportedFlow): Promise<WriteFlow> {
      const taken = await takeFlow(parts, caller, id, flowData);
      return (trx) => insertFlow(trx, caller, authorOf(caller), id, { name, type, flowData }, taken);
    },
  };
}

export type FlowImport = ReturnType<typeof createFlowImport>;
