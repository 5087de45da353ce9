import { createFeedback, listFeedback, updateFeedback } from '@tendril/contract/api/feedback';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../predictions/public.ts';
import type { FeedbackService } from './feedback.ts';

const alias = { alias: true };

/** Routes of ratings; also under `/api/v1`. */
export function feedbackRoutes(app: App, feedback: FeedbackService, gate: FlowGate, limit: RateLimit): void {
  const entered = gate.admission(createFeedback, ({ id }) => id);
  serve(
    app,
    createFeedback,
    async ({ body, request, reply }) => {
      const { isVisitor } = entered.of(request);
      if (isVisitor) await limit.use(addressOf(request), reply);
      return feedback.create(entered.of(request), body);
    },
    { ...alias, admit: entered.admit },
  );
  serve(
    app,
    updateFeedback,
    async ({ caller, params, body, request, reply }) => {
      if (caller.kind === 'anonymous') await limit.use(addressOf(request), reply);
      return feedback.update(params.id, body, (flowId) => gate.enter(caller, flowId, request, reply));
    },
    alias,
  );
  serve(
    app,
    listFeedback,
    ({ caller, params, query }) => feedback.list(caller, params.id, query.chatId, query.sortOrder),
    alias,
  );
}
