import { createFeedback, listFeedback, updateFeedback } from '@tendril/contract/api/feedback';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FeedbackService } from './feedback.service.ts';

const alias = { alias: true };

/** Routes of ratings; also under `/api/v1`. */
export function feedbackRoutes(app: App, feedback: FeedbackService, limit: RateLimit): void {
  serve(
    app,
    createFeedback,
    ({ caller, params, body, request, reply }) => {
      if (caller.kind === 'anonymous') limit.use(addressOf(request), reply);
      return feedback.create(caller, params.id, body);
    },
    alias,
  );
  serve(
    app,
    updateFeedback,
    ({ caller, params, body, request, reply }) => {
      if (caller.kind === 'anonymous') limit.use(addressOf(request), reply);
      return feedback.update(caller, params.id, body);
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
