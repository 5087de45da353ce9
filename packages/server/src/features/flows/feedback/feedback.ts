import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createFeedback, Feedback, updateFeedback } from '@tendril/contract/api/feedback';
import { AppError } from '@tendril/contract/app-error';
import type { Database, FeedbackTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isSwitchedOff } from '../flows/public.ts';
import type { Entered } from '../predictions/public.ts';
import { feedbackStore } from './feedback.store.ts';

interface FeedbackParts {
  db: Database;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** Ratings of answers: the right to ask a flow includes rating its answers. */
export function createFeedbackService({ db, requireFlow }: FeedbackParts) {
  const store = feedbackStore(db);

  return {
    async create(
      { flow, isVisitor, chatOf }: Pick<Entered, 'flow' | 'isVisitor' | 'chatOf'>,
      body: Body<typeof createFeedback>,
    ): Promise<Feedback> {
      if (isVisitor && isSwitchedOff(flow, 'chatFeedback'))
        throw new AppError('FORBIDDEN', 'This flow does not accept feedback.');
      const { id: flowId, workspaceId } = flow;
      const { messageId, rating, content = null } = body;
      const chatId = chatOf(body.chatId);
      const named = (row: FeedbackTable) => ({ ...toFeedback(row), chatId: body.chatId });
      return db.transaction().execute(async (trx) => {
        const ratings = feedbackStore(trx);
        if (!(await ratings.lockAnswer({ workspaceId }, flowId, chatId, messageId)))
          throw new AppError('NOT_FOUND', 'Answer in this chat not found.');
        const present = await ratings.findOfMessage({ workspaceId }, messageId);
        if (present) {
          await ratings.update(present.id, { rating, content });
          return named({ ...present, rating, content });
        }
        const made = { id: randomUUID(), createdAt: Date.now() };
        const row = { ...made, workspaceId, flowId, chatId, messageId, rating, content };
        await ratings.insert(row);
        return named(row);
      });
    },

    /** `requireRight` gets the flow of the rating, and throws if the caller has no access. */
    async update(
      id: string,
      body: Body<typeof updateFeedback>,
      requireRight: (flowId: string) => Promise<unknown>,
    ): Promise<Feedback> {
      const row = await store.find(id);
      if (!row) throw new AppError('NOT_FOUND', 'Feedback not found.');
      await requireRight(row.flowId);
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
