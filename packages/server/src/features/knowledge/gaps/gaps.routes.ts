import {
  answerKnowledgeGap,
  listKnowledgeGaps,
  updateKnowledgeGap,
  updateKnowledgeGaps,
} from '@tendril/contract/api/knowledge-gaps';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Gaps } from './gaps.ts';

/** Routes of the questions that knowledge bases had no answer to. */
export function gapRoutes(app: App, gaps: Gaps): void {
  serve(app, listKnowledgeGaps, ({ caller, params, query }) => gaps.list(caller, params.storeId, query));
  serve(app, updateKnowledgeGaps, ({ caller, params, body }) =>
    gaps.updateMany(caller, params.storeId, body.ids, body.state),
  );
  serve(app, updateKnowledgeGap, ({ caller, params, body }) =>
    gaps.update(caller, params.storeId, params.gapId, body.state),
  );
  serve(app, answerKnowledgeGap, ({ caller, params, body }) =>
    gaps.answer(caller, params.storeId, params.gapId, body.text),
  );
}
