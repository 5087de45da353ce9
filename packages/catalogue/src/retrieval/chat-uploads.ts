import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';

/** The metadata that binds a passage to the chat in which its file was added; the name that existing indexes have. */
export const chatKey = 'flowise_chatId';

/** Documents of an upsert; those added in a chat are bound to it where the node allows such files. */
export function bindToChat(
  document: readonly SourceDocument[][],
  { session }: Pick<RunContext, 'session'>,
  fileUpload: boolean | undefined,
): SourceDocument[][] {
  const isOfChat = fileUpload === true && session.chatId !== session.runId;
  if (!isOfChat) return document.map((list) => [...list]);
  return document.map((list) =>
    list.map((one) => ({ ...one, metadata: { ...one.metadata, [chatKey]: session.chatId } })),
  );
}
