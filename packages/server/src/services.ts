import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { Scope } from './db/scope.ts';
import { createApiKeyService } from './features/api-keys/api-keys.service.ts';
import { createCredentialService } from './features/credentials/credentials.service.ts';
import { createEventLog } from './features/events/events.service.ts';
import { createFlowService } from './features/flows/flows.service.ts';
import { createLiveFlows } from './features/flows/live-flows.service.ts';
import { createNodeService } from './features/nodes/nodes.service.ts';
import { createFlowPlans } from './features/predictions/flow-plans.ts';
import { createPredictionService } from './features/predictions/predictions.service.ts';
import { runServices } from './features/predictions/run-services.ts';
import { createVisitorRules } from './features/predictions/visitor-rules.ts';
import { createRunService } from './features/runs/runs.service.ts';
import { createToolService } from './features/tools/tools.service.ts';
import { createVariableService } from './features/variables/variables.service.ts';
import type { FirstFloor } from './first-floor.ts';
import type { Ground } from './ground.ts';
import { ProcessSandbox } from './sandbox/process-sandbox.ts';

export type Services = ReturnType<typeof createServices>;

/** Builds each feature's stores and services from the ground, and tells each what changes concern it. */
export function createServices(ground: Ground, floor: FirstFloor) {
  const { db, vault, files, egress } = ground;
  const events = createEventLog(db, files);
  const liveFlows = createLiveFlows({ db, vault, files });
  const plans = createFlowPlans(liveFlows, floor.compile);
  const visitors = createVisitorRules();
  const sandbox = new ProcessSandbox();
  const onChange = ({ workspaceId }: Scope) => plans.forgetPlans(workspaceId);

  const keys = createApiKeyService(ground);
  const tools = createToolService({ db, onChange });
  const variables = createVariableService({ db, onChange });
  const findKind = async (name: string) => (await floor.catalogue()).credential(name);
  const credentials = createCredentialService({ db, vault, findKind, onChange });
  const findTemplate = async (name: string) => (await floor.catalogue()).template(name);
  const flows = createFlowService({ db, vault, files, findTemplate, requireKey: keys.require });
  const runs = createRunService(ground, events);
  flows.onChange((flowId, isGone) => {
    plans.forgetFlow(flowId);
    if (!isGone) return;
    visitors.forget(flowId);
    runs.stopFlow(flowId);
  });

  const { open: openCredential } = credentials;
  const { readStored: readTool, listStored: listTools } = tools;
  const lent = { db, egress, sandbox, liveFlows, openCredential, readTool, listTools };
  const predictions = createPredictionService({
    plans,
    runs,
    services: (flow, runId) => runServices(lent, flow, runId),
    variables: variables.values,
    runFlow: floor.run,
  });
  const nodes = createNodeService({
    catalogue: floor.catalogue,
    fetch: egress.fetch as FetchFunction,
    listTools,
    openCredential,
  });

  return {
    credentials,
    events,
    flows,
    keys,
    nodes,
    plans,
    predictions,
    runs,
    sandbox,
    tools,
    variables,
    visitors,
  };
}
