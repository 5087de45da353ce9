import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { authorOf } from './author-of.ts';
import { type IntakeParts, takeFlow } from './flow-intake.ts';
import { type FlowSettings, insertDraft, insertFlow } from './flow-writer.ts';
import { maskSecrets } from './secret-mark.ts';

/** A flow with an id of its own. */
interface ImportedFlow {
  id: string;
  name: string;
  type: FlowType;
  flowData: FlowData;
  /** Its fields beside the drawing, if the file has them. */
  full?: (Settings & { isPublished: boolean }) | undefined;
  /** The published flow, if the drawing is newer. */
  published?: FlowData | undefined;
}

type Settings = Record<'description' | 'category' | 'folder' | 'chatbotConfig', string>;

/** Writes a prepared flow in the caller's transaction. */
export type WriteFlow = (trx: DatabaseTransaction) => Promise<void>;

/** Imports many flows: each is prepared first (passwords sealed, files stored), then all are written. */
export function createFlowImport(parts: IntakeParts) {
  return {
    /** A mark of a sealed value is meaningless in a file: nobody outside can know a valid one. */
    unmark: (flowDataText: string): string => maskSecrets(flowDataText),

    /** Prepares a private flow under its given id; published only if the file says so. */
    async prepare(caller: ScopedCaller, imported: ImportedFlow): Promise<WriteFlow> {
      const { id, name, type, flowData, full, published } = imported;
      const author = authorOf(caller);
      const head = { name, type, settings: full ? settingsOf(full) : {} };
      const taken = await takeFlow(parts, caller, id, flowData);
      if (!published)
        return (trx) =>
          insertFlow(
            trx,
            caller,
            author,
            id,
            { ...head, flowData, isPublished: full?.isPublished ?? false },
            taken,
          );
      const takenBefore = await takeFlow(parts, caller, id, published);
      return async (trx) => {
        const before = { ...head, flowData: published, isPublished: true };
        await insertFlow(trx, caller, author, id, before, takenBefore);
        await insertDraft(trx, caller, author, id, { flowData, kind: 'checkpoint' }, taken);
      };
    },
  };
}

function settingsOf({ description, category, folder, chatbotConfig }: Settings): FlowSettings {
  return { description, category, folder, chatbotConfig: chatbotConfig || null };
}

export type FlowImport = ReturnType<typeof createFlowImport>;
