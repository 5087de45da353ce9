import * as api from '@tendril/contract/api/retell-conversation-flows';
import type { App } from '../../../platform/http/app.ts';
import type { RetellComponents } from './retell-components.ts';
import type { RetellConversationFlows } from './retell-conversation-flows.ts';
import { serveRetell as serve } from './serve-retell.ts';

interface ConversationFlowServices {
  flows: RetellConversationFlows;
  components: RetellComponents;
}

/** Conversation flows and their parts under the paths of Retell's API. */
export function retellConversationFlowRoutes(
  app: App,
  { flows, components }: ConversationFlowServices,
): void {
  serve(app, api.createRetellConversationFlow, ({ caller, body }) => flows.create(caller, body));
  serve(app, api.readRetellConversationFlow, ({ caller, params, query }) =>
    flows.read(caller, params.conversationFlowId, query.version),
  );
  serve(app, api.updateRetellConversationFlow, ({ caller, params, body }) =>
    flows.update(caller, params.conversationFlowId, body),
  );
  serve(app, api.listRetellConversationFlows, ({ caller, query }) => flows.list(caller, query));
  serve(app, api.deleteRetellConversationFlow, ({ caller, params }) =>
    flows.remove(caller, params.conversationFlowId),
  );

  serve(app, api.createRetellComponent, ({ caller, body }) => components.create(caller, body));
  serve(app, api.readRetellComponent, ({ caller, params }) => components.read(caller, params.componentId));
  serve(app, api.updateRetellComponent, ({ caller, params, body }) =>
    components.update(caller, params.componentId, body),
  );
  serve(app, api.listRetellComponents, ({ caller, query }) => components.list(caller, query));
  serve(app, api.deleteRetellComponent, ({ caller, params }) =>
    components.remove(caller, params.componentId),
  );
}
