import { join } from 'node:path';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { createApiKeyService } from '../features/account/api-keys/public.ts';
import { createCodeRunService } from '../features/flows/code-runs/public.ts';
import {
  createFlowService,
  createLiveFlows,
  createMissingRecords,
  type LiveFlows,
  withMissingRecords,
} from '../features/flows/flows/public.ts';
import { createNodeService } from '../features/flows/nodes/public.ts';
import {
  createAfterAnswer,
  createCanvasOutputs,
  createFlowGate,
  createFlowPlans,
  createPredictionService,
  createVisitorRules,
  type RunServiceParts,
  runServices,
} from '../features/flows/predictions/public.ts';
import { createRunService } from '../features/flows/runs/public.ts';
import { createTranscribe } from '../features/flows/speech/public.ts';
import {
  createChatFiles,
  createQuestionForms,
  createQuestionUploads,
  takesUploads,
} from '../features/flows/uploads/public.ts';
import { createPassages, type Passages, upsertRecordStore } from '../features/knowledge/upserts/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createEventLog } from '../platform/events/events.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { ProcessSandbox } from '../platform/sandbox/process-sandbox.ts';
import { allFlowsOf } from './all-flows.ts';
import { createCredentials } from './create-credentials.ts';
import { createKnowledgeBase } from './mount-knowledge.ts';
import type { Runtime } from './runtime.ts';
import { createToolkit } from './toolkit.ts';

export type Services = ReturnType<typeof createServices>;

/**
 * Builds each feature's stores and services from the infrastructure, and notifies each of the changes that concern it.
 */
export function createServices(infrastructure: Infrastructure, runtime: Runtime) {
  const { db, vault, files, egress } = infrastructure;
  const fetch = egress.fetch as FetchFunction;
  const events = createEventLog(db, files);
  const liveFlows = createLiveFlows({ db, vault, files });
  const plans = createFlowPlans(liveFlows, compileFor(db, runtime));
  const visitors = createVisitorRules(infrastructure.limits);
  const sandbox = new ProcessSandbox({ libraryFolder: join(infrastructure.config.home, 'libraries') });
  const outputs = createCanvasOutputs();
  const onChange = ({ workspaceId }: Scope) => {
    for (const forget of [plans.forgetPlans, outputs.forgetWorkspace]) forget(workspaceId);
  };
  const keys = createApiKeyService(infrastructure);
  const toolkit = createToolkit(infrastructure, onChange);
  const { tools, variables, mcpServers } = toolkit;
  const secrets = createCredentials(infrastructure, runtime, onChange);
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const flows = createFlowService({ db, vault, files, findTemplate, requireKey: keys.require });
  const runs = createRunService(infrastructure, events);
  flows.onChange((flowId, isGone) => {
    const gone = isGone ? [visitors.forget, outputs.forgetFlow, runs.stopFlow] : [];
    for (const forget of [plans.forgetFlow, ...gone]) forget(flowId);
  });
  const { open: openCredential } = secrets.credentials;
  const { readStored: readTool, listStored: listTools } = tools;
  const forKnowledge = { sandbox, openCredential, readTool, listTools };
  const knowing = createKnowledgeBase(infrastructure, runtime, forKnowledge);
  const toolbox = {
    readTool,
    listTools,
    listFlows: allFlowsOf(flows),
    noteToolRun: tools.noteRun,
    mcpServers,
    knowledge: knowing.knowledge,
  };
  const shared = { db, egress, sandbox, liveFlows, openCredential, ...toolbox };
  const intake = createChatUploads(infrastructure, openCredential, liveFlows);
  const provide = serviceProvider(shared, intake.passages, infrastructure.config.publicUrl);
  const predictions = createPredictionService({
    plans,
    runs,
    services: provide,
    uploads: intake.uploads,
    outputs,
    variables: variables.values,
    redact: variables.redact,
    secretNames: variables.secretNames,
    runFlow: runtime.run,
    afterAnswer: createAfterAnswer({ findTemplate, compile: runtime.compile, runFlow: runtime.run }),
  });
  const nodes = createNodeService({ catalogue: runtime.catalogue, egress, openCredential, ...toolbox });
  const codeRuns = createCodeRunService({ sandbox, fetch, variables: variables.values });
  const gate = createFlowGate({ vault, predictions, plans, visitors, takesUploads });
  const running = { events, gate, liveFlows, plans, predictions, runs, sandbox, visitors };

  return {
    ...running,
    ...intake,
    ...knowing,
    ...secrets,
    ...toolkit,
    codeRuns,
    flows,
    keys,
    provide,
    nodes,
  };
}

/** Compiles a flow for its workspace, where a tool or knowledge base that it uses may be missing. */
function compileFor(db: Infrastructure['db'], runtime: Runtime) {
  const missingRecords = createMissingRecords(db);
  return async (flow: FlowData, scope: Scope) =>
    withMissingRecords(await runtime.compile(flow), await missingRecords(scope, flow));
}

/** The files that people attach in a chat, and the search over them. */
function createChatUploads(
  { db, files, egress, config, limits }: Infrastructure,
  openCredential: (scope: Scope, id: string) => Promise<Record<string, string>>,
  liveFlows: LiveFlows,
) {
  const quota = createFileQuota(db, limits);
  const chatFiles = createChatFiles({ db, files, quota, limits, config });
  const transcribe = createTranscribe({ egress, openCredential });
  const uploads = createQuestionUploads({ chatFiles, egress, transcribe });
  const readFlowFile = liveFlows.readFile;
  const questionForms = createQuestionForms({ db, chatFiles, files, quota, config, readFlowFile });
  return { passages: createPassages(db), chatFiles, uploads, questionForms };
}

/** Builds the services of one run: those of the server, and the files uploaded for its flow and chat. */
function serviceProvider(shared: RunServiceParts, passages: Passages, publicUrl: string | undefined) {
  return (flow: Parameters<typeof runServices>[1], runId: string, chatId: string) => ({
    ...runServices(shared, flow, runId),
    isOwnAddress: (url: string) => new URL(url).origin === publicUrl || undefined,
    passages: passages.of({ workspaceId: flow.workspaceId, flowId: flow.id }, chatId),
    records: upsertRecordStore(shared.db, { workspaceId: flow.workspaceId, flowId: flow.id }),
  });
}
