import { join } from 'node:path';
import type { FlowData } from '@tendril/contract/flow/flow';
import { createApiKeyService } from '../features/account/api-keys/public.ts';
import { createAnalytics, createInstallationCollector } from '../features/flows/analytics/public.ts';
import { createCodeRunService } from '../features/flows/code-runs/public.ts';
import { createFlowUses } from '../features/flows/flow-uses/public.ts';
import {
  createFlowService,
  createLiveFlows,
  createMissingRecords,
  type FlowService,
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
import { createCitationWriter } from '../features/knowledge/citations/public.ts';
import { createPassages, type Passages, upsertRecordStore } from '../features/knowledge/upserts/public.ts';
import type { RevisedKind } from '../platform/bus/control-bus.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createEventLog, type EventLog } from '../platform/events/events.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { productVersion } from '../platform/product-version.ts';
import { ProcessSandbox } from '../platform/sandbox/process-sandbox.ts';
import { noteRun } from '../platform/telemetry/note-run.ts';
import { allFlowsOf } from './all-flows.ts';
import { createCredentials } from './create-credentials.ts';
import { forgetChanged } from './forget-changed.ts';
import { createKnowledgeBase } from './mount-knowledge.ts';
import type { Runtime } from './runtime.ts';
import { createToolkit } from './toolkit.ts';

export type Services = ReturnType<typeof createServices>;

/**
 * Builds each feature's stores and services from the infrastructure, and notifies each of the changes that concern it.
 */
export function createServices(infrastructure: Infrastructure, runtime: Runtime) {
  const { db, reads, bus, vault, files, egress, localModels } = infrastructure;
  const events = createEventLog(db, files, reads);
  const liveFlows = createLiveFlows({ db, vault, files });
  const plans = createFlowPlans(liveFlows, compileFor(db, runtime));
  const visitors = createVisitorRules(infrastructure.limits, infrastructure.counters.quick);
  const sandbox = new ProcessSandbox({ libraryFolder: join(infrastructure.config.home, 'libraries') });
  const outputs = createCanvasOutputs();
  const revised = announcer(bus);
  const keys = createApiKeyService(infrastructure);
  const flowUses = createFlowUses(infrastructure);
  const toolkit = createToolkit(infrastructure, flowUses, revised);
  const { tools, variables, mcpServers } = toolkit;
  const secrets = createCredentials(infrastructure, runtime, revised('secret'), flowUses);
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const flows = createFlowService({ db, reads, vault, files, findTemplate, requireKey: keys.require });
  const { open: openCredential } = secrets.credentials;
  const { runs, analytics } = tracedRuns(infrastructure, events, plans, openCredential, variables);
  const leaveFlow = announceFlows(flows, revised('flow'), { visitors, outputs, runs });
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
  const shared = { db, egress, localModels, sandbox, liveFlows, openCredential, ...toolbox };
  const intake = createChatUploads(infrastructure, openCredential, liveFlows);
  const provide = serviceProvider(shared, intake.passages, infrastructure.config.publicUrl);
  const predictions = createPredictionService({
    ...{ plans, callerTokens: infrastructure.callerTokens },
    runs,
    services: provide,
    uploads: intake.uploads,
    outputs,
    variables: variables.values,
    ...{ redact: variables.redact, secretNames: variables.secretNames },
    runFlow: runtime.run,
    keepSources: createCitationWriter(infrastructure),
    afterAnswer: createAfterAnswer({ findTemplate, compile: runtime.compile, runFlow: runtime.run }),
  });
  const { knowledge } = knowing;
  forgetChanged(infrastructure, {
    ...{ plans, outputs, variables, passages: intake.passages, knowledge, leaveFlow },
  });
  const nodes = createNodeService({ catalogue: runtime.catalogue, config: infrastructure.config, ...shared });
  const codeRuns = createCodeRunService({ sandbox, egress, variables: variables.values });
  const gate = createFlowGate({ vault, predictions, plans, visitors, takesUploads });
  const running = { analytics, events, gate, liveFlows, plans, predictions, runs, sandbox, visitors };

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

/** Announces changes, once they are committed, to whatever caches something of them, here and elsewhere. */
function announcer(bus: Infrastructure['bus']) {
  return (what: RevisedKind) =>
    ({ workspaceId: scope }: Scope, id?: string): void =>
      bus.publish({ kind: 'revised', scope, what, id });
}

interface Ended {
  visitors: { forget(flowId: string): void };
  outputs: { forgetFlow(flowId: string): void };
  runs: { stopFlow(flowId: string): void };
}

/** Announces the changes of flows; returns what ends everything that is going on for a removed one. */
function announceFlows(
  flows: FlowService,
  revised: (scope: Scope, flowId: string) => void,
  { visitors, outputs, runs }: Ended,
): (flowId: string) => void {
  const leaveFlow = (flowId: string): void => {
    for (const end of [visitors.forget, outputs.forgetFlow, runs.stopFlow]) end(flowId);
  };
  flows.onChange((scope, flowId, isGone) => {
    if (isGone) leaveFlow(flowId);
    revised(scope, flowId);
  });
  return leaveFlow;
}

/** Runs, and the traces of them that people want to read elsewhere. */
function tracedRuns(
  infrastructure: Infrastructure,
  events: EventLog,
  { find: findFlow }: ReturnType<typeof createFlowPlans>,
  openCredential: (scope: Scope, id: string) => Promise<Record<string, string>>,
  { redact }: Pick<ReturnType<typeof createToolkit>['variables'], 'redact'>,
) {
  const { egress, log, metrics, otlp, processes } = infrastructure;
  const version = productVersion();
  const collector = otlp && createInstallationCollector(otlp, version, processes.id);
  const onDrop = (count: number) => metrics.spansDropped.add(count);
  const analytics = createAnalytics({
    ...{ egress, log, version, findFlow, redact, openCredential, onDrop },
    collector,
  });
  const runs = createRunService(infrastructure, events, (run) => {
    noteRun(metrics, run.entries);
    analytics.runEnded(run);
  });
  metrics.observe({ name: 'runs_active', help: 'Runs in progress in this process.' }, () => [
    { value: runs.active() },
  ]);
  return { analytics, runs };
}

/** Compiles a flow for its workspace, where a tool or knowledge base that it uses may be missing. */
function compileFor(db: Infrastructure['db'], runtime: Runtime) {
  const missingRecords = createMissingRecords(db);
  return async (flow: FlowData, scope: Scope) =>
    withMissingRecords(await runtime.compile(flow), await missingRecords(scope, flow));
}

/** The files that people attach in a chat, and the search over them. */
function createChatUploads(
  { db, bus, files, egress, config, limits }: Infrastructure,
  openCredential: (scope: Scope, id: string) => Promise<Record<string, string>>,
  liveFlows: LiveFlows,
) {
  const quota = createFileQuota(db, limits);
  const chatFiles = createChatFiles({ db, files, quota, limits, config });
  const transcribe = createTranscribe({ egress, openCredential });
  const uploads = createQuestionUploads({ chatFiles, egress, transcribe });
  const readFlowFile = liveFlows.readFile;
  const questionForms = createQuestionForms({ db, chatFiles, files, quota, config, readFlowFile });
  return { passages: createPassages(db, bus), chatFiles, uploads, questionForms };
}

/** Builds the services of one run: those of the server, and the files uploaded for its flow and chat. */
function serviceProvider(shared: RunServiceParts, passages: Passages, publicUrl: string | undefined) {
  return (
    flow: Parameters<typeof runServices>[1],
    runId: string,
    chatId: string,
    callers?: readonly string[],
  ) => ({
    ...runServices(shared, flow, runId, callers),
    isOwnAddress: (url: string) => new URL(url).origin === publicUrl || undefined,
    passages: passages.of({ workspaceId: flow.workspaceId, flowId: flow.id }, chatId),
    records: upsertRecordStore(shared.db, { workspaceId: flow.workspaceId, flowId: flow.id }),
  });
}
