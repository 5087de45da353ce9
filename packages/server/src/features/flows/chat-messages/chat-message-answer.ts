import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import { sourceCheck } from '@tendril/contract/api/source-check';
import type { ChatMessageTable } from '../../../platform/db/schema.ts';

type Row = Omit<ChatMessageTable, 'isDemo' | 'seq'> & { isDemo: 0 | 1; runError: string | null };

/** A message in the format of Flowise's clients. An answer that is still being written shows as interrupted. */
export function toChatMessage(row: Row): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    chatflowid: row.flowId,
    content: row.content,
    ...(row.sourceDocuments && { sourceDocuments: readList(row.sourceDocuments) }),
    ...(row.usedTools && { usedTools: readList(row.usedTools) }),
    ...(row.agentReasoning && { agentReasoning: readList(row.agentReasoning) }),
    ...(row.fileUploads && { fileUploads: readList(row.fileUploads) }),
    ...(row.artifacts && { artifacts: readList(row.artifacts) }),
    ...(row.action && { action: JSON.parse(row.action) as Record<string, unknown> }),
    ...(row.sourceCheck && { sourceCheck: readCheck(row.sourceCheck) }),
    ...(row.followUpPrompts && { followUpPrompts: row.followUpPrompts }),
    leadEmail: row.leadEmail,
    chatType: row.chatType === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL',
    chatId: row.chatId,
    memoryType: row.memoryType,
    sessionId: row.sessionId,
    createdDate: new Date(row.createdAt).toISOString(),
    runId: row.runId,
    status: toStatus(row.status),
    isDemo: row.isDemo === 1,
    error: row.role === 'apiMessage' && row.runError ? readErrorMessage(row.runError) : null,
  };
}

function toStatus(status: ChatMessageTable['status']): ChatMessage['status'] {
  if (status === 'done') return 'complete';
  return status === 'partial' ? 'interrupted' : status;
}

function readList(text: string): Record<string, unknown>[] {
  return JSON.parse(text) as Record<string, unknown>[];
}

// It may have come with a file that somebody has changed.
function readCheck(text: string) {
  return sourceCheck.safeParse(JSON.parse(text)).data;
}

function readErrorMessage(text: string): string {
  return (JSON.parse(text) as { message: string }).message;
}
