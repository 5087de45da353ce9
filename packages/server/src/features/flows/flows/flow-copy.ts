import type { FlowData } from '@tendril/contract/flow/flow';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { IntakeParts } from './flow-intake.ts';
import { type NewFlow, readDraft } from './flow-writer.ts';

const mark = ' (copy)';
const longestName = 200;

/** Creates a private, unpublished copy of a flow's draft with its files; returns the copy's id. */
export async function copyFlow(
  { db }: Pick<IntakeParts, 'db'>,
  caller: ScopedCaller,
  id: string,
  insert: (caller: ScopedCaller, flow: NewFlow) => Promise<string>,
): Promise<string> {
  const { flow, draft } = await readDraft({ db }, caller, id);
  const { type, category, folder, description, chatbotConfig, apiConfig } = flow;
  const { speechToText, textToSpeech, followUpPrompts } = flow;
  const copy = await insert(caller, {
    name: flow.name.slice(0, longestName - mark.length) + mark,
    // The copy of an assistant's flow is an ordinary drawn flow.
    type: type === 'ASSISTANT' ? 'CHATFLOW' : type,
    flowData: JSON.parse(draft.flowData) as FlowData,
    settings: {
      category,
      folder,
      description,
      chatbotConfig,
      apiConfig,
      speechToText,
      textToSpeech,
      followUpPrompts,
    },
  });
  const files = ownedFileStore(db, 'flow');
  const owned = await files.list(caller, id);
  await files.insert(
    caller,
    owned.map(({ sha256, size, mediaType, name }) => ({ sha256, size, mediaType, name, ownerId: copy })),
  );
  return copy;
}
