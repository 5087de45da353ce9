import { queryOptions } from '@tanstack/react-query';
import { readPublicChatflow } from '@tendril/contract/api/chatflows';
import { readFlow } from '@tendril/contract/api/flows';
import { type ChatSettings, readChatSettings } from '../../features/chat/chat-settings.ts';
import { call } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';

/** A flow as its chat page needs it. */
export interface ChatbotFlow {
  id: string;
  name: string;
  description: string;
  settings: ChatSettings;
  /** Whether the signed-in person may see its runs; visitors may only ask. */
  isOwn: boolean;
  isDemo: boolean;
}

/** The flow of a chat page: the person's own, else one that is public. */
export function chatbotQuery(flowId: string, isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['chatbot', flowId, isSignedIn],
    queryFn: ({ signal }) => (isSignedIn ? readOwn(flowId, signal) : readPublic(flowId, signal)),
    retry: false,
    staleTime: 60_000,
  });
}

async function readOwn(flowId: string, signal: AbortSignal): Promise<ChatbotFlow> {
  try {
    const { id, name, description, chatbotConfig } = await call(readFlow, { params: { id: flowId }, signal });
    return { id, name, description, settings: readChatSettings(chatbotConfig), isOwn: true, isDemo: false };
  } catch (thrown) {
    if (isMissing(thrown)) return readPublic(flowId, signal);
    throw thrown;
  }
}

async function readPublic(flowId: string, signal: AbortSignal): Promise<ChatbotFlow> {
  const flow = await call(readPublicChatflow, { params: { id: flowId }, signal });
  const { id, name, chatbotConfig, isDemo } = flow;
  return { id, name, description: '', settings: readChatSettings(chatbotConfig), isOwn: false, isDemo };
}

/** Whether a refusal means that there is no such chat for this person, and not that the server is in trouble. */
export function isMissing(thrown: unknown): boolean {
  return thrown instanceof RequestError && [400, 401, 403, 404].includes(thrown.status);
}
