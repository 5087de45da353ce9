import * as agentsApi from '@tendril/contract/api/retell-agents';
import * as llmsApi from '@tendril/contract/api/retell-llms';
import type { App } from '../../../platform/http/app.ts';
import type { RetellAgents } from './retell-agents.ts';
import type { RetellLlms } from './retell-llms.ts';
import { serveRetell as serve } from './serve-retell.ts';

/** Agents and LLM records under the paths of Retell's API. */
export function retellRoutes(app: App, { agents, llms }: { agents: RetellAgents; llms: RetellLlms }): void {
  serve(app, agentsApi.createRetellAgent, ({ caller, body }) => agents.create(caller, body));
  serve(app, agentsApi.readRetellAgent, ({ caller, params, query }) =>
    agents.read(caller, params.agentId, query.version),
  );
  serve(app, agentsApi.updateRetellAgent, ({ caller, params, query, body }) =>
    agents.update(caller, params.agentId, body, query.version),
  );
  serve(app, agentsApi.listRetellAgents, ({ caller, query, body }) =>
    agents.list(caller, query, body.filter_criteria),
  );
  serve(app, agentsApi.deleteRetellAgent, ({ caller, params }) => agents.remove(caller, params.agentId));
  serve(app, agentsApi.readRetellAgentVersions, ({ caller, params }) =>
    agents.readVersions(caller, params.agentId),
  );
  serve(app, agentsApi.listRetellAgentVersions, ({ caller, params, query }) =>
    agents.listVersions(caller, params.agentId, query),
  );
  for (const endpoint of [agentsApi.publishRetellAgentVersion, agentsApi.publishRetellAgent])
    serve(app, endpoint, ({ caller, params, body }) => agents.publish(caller, params.agentId, body));
  serve(app, agentsApi.deleteRetellAgentVersion, ({ caller, params, query }) =>
    agents.deleteVersion(caller, params.agentId, query.version),
  );
  serve(app, agentsApi.createRetellAgentVersion, ({ caller, params, body }) =>
    agents.createVersion(caller, params.agentId, body.base_version),
  );

  serve(app, llmsApi.createRetellLlm, ({ caller, body }) => llms.create(caller, body));
  serve(app, llmsApi.readRetellLlm, ({ caller, params, query }) =>
    llms.read(caller, params.llmId, query.version),
  );
  serve(app, llmsApi.updateRetellLlm, ({ caller, params, query, body }) =>
    llms.update(caller, params.llmId, body, query.version),
  );
  serve(app, llmsApi.listRetellLlms, ({ caller, query }) => llms.list(caller, query));
  serve(app, llmsApi.deleteRetellLlm, ({ caller, params, query }) =>
    llms.remove(caller, params.llmId, query.force_delete === 'true'),
  );
}
