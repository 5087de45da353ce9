import * as api from '@tendril/contract/api/retell-knowledge-bases';
import type { App } from '../../../platform/http/app.ts';
import type { RetellKnowledge } from './retell-knowledge.ts';
import { serveRetell as serve } from './serve-retell.ts';

/** Knowledge bases under the paths of Retell's API. */
export function retellKnowledgeRoutes(app: App, knowledge: RetellKnowledge): void {
  serve(app, api.createRetellKnowledgeBase, ({ caller, request, body }) =>
    knowledge.create(caller, request, body),
  );
  serve(app, api.readRetellKnowledgeBase, ({ caller, params }) =>
    knowledge.read(caller, params.knowledgeBaseId),
  );
  serve(app, api.listRetellKnowledgeBases, ({ caller }) => knowledge.list(caller));
  serve(app, api.deleteRetellKnowledgeBase, ({ caller, params }) =>
    knowledge.remove(caller, params.knowledgeBaseId),
  );
  serve(app, api.addRetellSources, ({ caller, params, request, body }) =>
    knowledge.addSources(caller, params.knowledgeBaseId, request, body),
  );
  serve(app, api.deleteRetellSource, ({ caller, params }) =>
    knowledge.removeSource(caller, params.knowledgeBaseId, params.sourceId),
  );
}
