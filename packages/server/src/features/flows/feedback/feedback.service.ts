import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createFeedback, Feedback, updateFeedback } from '@tendril/contract/api/feedback';
import { AppError } from '@tendril/contract/app-error';
import type { Database, FeedbackTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { isSwitchedOff } from '../flows/switched-off.service.ts';
import { feedbackStore } from './feedback.store.ts';

type AskedFlow = Scope & { readonly chatbotConfig: Readonly<Record<string, unknown>> };

export interface FeedbackParts {
  db: Database;
  /** A flow that the caller may run. Throws UNAUTHORIZED or NOT_FOUND. */
  requireRun(caller: Caller, flowId: string): Promise<AskedFlow>;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** Ratings of answers: who may ask a flow may rate what it said. */
export function createFeedbackService({ db, requireRun, requireFlow }: FeedbackParts) {
  const store = feedbackStore(db);

  return {
    async create(caller: Caller, flowId: string, body: Body<typeof createFeedback>): Promise<Feedback> {
      const flow = await requireRun(caller, flowId);
      if (caller.kind === 'anonymous' && isSwitchedOff(flow, 'chatFeedback'))
        throw new AppError('FORBIDDEN', 'This flow takes no ratings.');
      const { workspaceId } = flow;
      const { chatId, messageId, rating, content = null } = body;
      if (!(await store.hasAnswer({ workspaceId }, flowId, chatId, messageId))) {
        throw new AppError('NOT_FOUND', 'There is no such answer in this chat.');
      }
      const present = await store.findOfMessage({ workspaceId }, messageId);
      if (present) {
        await store.update(present.id, { rating, content });
        return toFeedback({ ...present, rating, content });
      }
      const row = {
        id: randomUUID(),
        workspaceId,
        flowId,
        chatId,
        messageId,
        rating,
        content,
        createdAt: Date.now(),
      };
      await store.insert(row);
      return toFeedback(row);
    },

    async update(caller: Caller, id: string, body: Body<typeof updateFeedback>): Promise<Feedback> {
      const row = await store.find(id);
      if (!row) throw new AppError('NOT_FOUND', 'There is no such feedback.');
      await requireRun(caller, row.flowId);
      const changes = { rating: body.rating ?? row.rating, content: body.content ?? row.content };
      await store.update(id, changes);
      return toFeedback({ ...row, ...changes });
    },

    async list(
      scope: Scope,
      flowId: string,
      chatId: string | undefined,
      sortOrder: 'ASC' | 'DESC',
    ): Promise<Feedback[]> {
      await requireFlow(scope, flowId);
      const rows = await store.list(scope, flowId, chatId, sortOrder === 'ASC' ? 'asc' : 'desc');
      return rows.map(toFeedback);
    },
  };
}

export type FeedbackService = ReturnType<typeof createFeedbackService>;

function toFeedback(row: FeedbackTable): Feedback {
  const { id, flowId: chatflowid, chatId, messageId, rating, content, createdAt } = row;
  return {
    id,
    chatflowid,
    chatId,
    messageId,
    rating,
    content,
    createdDate: new Date(createdAt).toISOString(),
  };
}
