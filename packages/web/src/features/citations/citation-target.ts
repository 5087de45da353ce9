/** What is opened: a source of an answer, or a chunk of a knowledge base. */
export type CitationTarget =
  | { kind: 'answer'; flowId: string; messageId: string; chatId: string; number: number }
  | { kind: 'chunk'; storeId: string; chunkId: string };
