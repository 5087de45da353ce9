import { AppError } from '@tendril/contract/app-error';
import {
  citationRoutes,
  createBlockReader,
  createCitedDocuments,
} from '../features/knowledge/citations/public.ts';
import type { App } from '../platform/http/app.ts';
import { isForFlow } from '../platform/http/caller.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

/** Documents behind answers: for the flow's workspace, and for visitors in their own chat where its owner allows it. */
export function mountCitations(
  app: App,
  { db, files, callerTokens }: Pick<Infrastructure, 'db' | 'files' | 'callerTokens'>,
  { gate, plans }: Pick<Services, 'gate' | 'plans'>,
): void {
  citationRoutes(app, {
    documents: createCitedDocuments(db),
    readBlocks: createBlockReader(files),
    files,
    callersOf: callerTokens.of,
    async enter(caller, { flowId, chatId }, request, reply) {
      if (caller.kind !== 'anonymous' && isForFlow(caller, flowId)) {
        const flow = await plans.find(flowId);
        if (flow?.workspaceId === caller.workspaceId) return { scope: flow, chatId: undefined };
      }
      const { flow, chatOf } = await gate.enter(caller, flowId, request, reply, 'none');
      if (flow.chatbotConfig['opensSources'] !== true)
        throw new AppError('FORBIDDEN', 'The documents behind the answers of this chatbot are not shown.');
      if (chatId === undefined) throw new AppError('NOT_FOUND', 'There is no such source.');
      return { scope: flow, chatId: chatOf(chatId) };
    },
  });
}
