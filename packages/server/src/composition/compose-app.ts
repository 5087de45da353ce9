import { AppError } from '@tendril/contract/app-error';
import { apiKeyRoutes } from '../features/account/api-keys/public.ts';
import { connectionRoutes, credentialRoutes } from '../features/account/credentials/public.ts';
import { searchRoutes } from '../features/account/search/public.ts';
import {
  chatflowRoutes,
  createChatflowService,
  keyRoutes,
  publicChatflowRoutes,
} from '../features/compatibility/chatflows/public.ts';
import {
  chatMessageRoutes,
  createChatMessageService,
  createChatSessionService,
} from '../features/flows/chat-messages/public.ts';
import { codeRunRoutes } from '../features/flows/code-runs/public.ts';
import { createExecutionService, executionRoutes } from '../features/flows/executions/public.ts';
import { createFeedbackService, feedbackRoutes } from '../features/flows/feedback/public.ts';
import { createStarters, flowRoutes } from '../features/flows/flows/public.ts';
import { createLeadService, leadRoutes } from '../features/flows/leads/public.ts';
import { mcpServerRoutes } from '../features/flows/mcp-servers/public.ts';
import { nodeRoutes } from '../features/flows/nodes/public.ts';
import {
  chatbotFrameRule,
  predictionRoutes,
  visitorOriginRule,
} from '../features/flows/predictions/public.ts';
import { runRoutes } from '../features/flows/runs/public.ts';
import { toolImportRoutes, toolRoutes } from '../features/flows/tools/public.ts';
import { variableRoutes } from '../features/flows/variables/public.ts';
import { createWidgetFiles } from '../features/flows/widget/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { App } from '../platform/http/app.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { isForCalls } from '../platform/processes/process-role.ts';
import { mountAssistants } from './mount-assistants.ts';
import { mountBundles } from './mount-bundles.ts';
import { mountCitations } from './mount-citations.ts';
import { mountFlowEditing } from './mount-flow-editing.ts';
import { mountFlowTriggers } from './mount-flow-triggers.ts';
import { mountKnowledge } from './mount-knowledge.ts';
import { mountPublicApi } from './mount-public-api.ts';
import { mountRetention } from './mount-retention.ts';
import { mountSourceSyncs } from './mount-source-syncs.ts';
import { mountTemplates } from './mount-templates.ts';
import { mountVoice } from './mount-voice.ts';
import { removalOfChats } from './removal-of-chats.ts';
import type { Runtime } from './runtime.ts';
import { createServices, type Services } from './services.ts';

/**
 * Wires the features together: builds their services, mounts their routes and recovers what the last stop left behind.
 */
export async function composeApp(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  widgetFolder: string,
): Promise<void> {
  await infrastructure.processes.start();
  const services = createServices(infrastructure, runtime);
  mountFlows(app, infrastructure, runtime, services);
  mountFlowEditing(app, infrastructure, runtime, services);
  mountTemplates(app, infrastructure, runtime, services);
  mountTalk(app, infrastructure, services);
  mountPublicApi(app, infrastructure, runtime, { ...services, widget: createWidgetFiles(widgetFolder) });
  const assistants = mountAssistants(app, infrastructure, runtime, services);
  await mountBundles(app, infrastructure, runtime, { ...services, assistants });
  apiKeyRoutes(app, services.keys);
  credentialRoutes(app, services.credentials);
  connectionRoutes(app, services.connections, services.credentials, infrastructure.config);
  toolRoutes(app, services.tools);
  toolImportRoutes(app, services.toolImports, services.tools);
  mcpServerRoutes(app, services.mcpServers);
  variableRoutes(app, services.variables);
  nodeRoutes(app, services.nodes);
  // Before the jobs that the last stop left behind are resumed: some of them are voice jobs.
  const { calls, webhooks } = await mountVoice(app, infrastructure, runtime, services);
  await mountFlowTriggers(app, infrastructure, services, webhooks);
  await mountSourceSyncs(app, infrastructure, services, webhooks);
  mountRetention(app, infrastructure, services, calls);
  mountCitations(app, infrastructure, services);
  await mountKnowledge(app, infrastructure, services);
  codeRunRoutes(app, services.codeRuns);
  searchRoutes(app, infrastructure);

  const { processes, config } = infrastructure;
  // A process that is there for calls goes on with nothing else.
  const endRecovery = isForCalls(config.roles)
    ? undefined
    : await processes.recover('runs that nobody went on with were taken over', () =>
        services.runs.recover(services.predictions.continueRun),
      );
  processes.onLost(services.runs.abandon);
  // Otherwise, what a closing connection aborts would count as cancelled by its caller.
  releaseRunsAtStop(app, infrastructure, services);
  app.fastify.addHook('onClose', async () => {
    endRecovery?.();
    await services.runs.close();
    await services.analytics.close();
    await services.sandbox.close();
  });
}

/** Leaves runs to the other processes when this one stops, and takes over what they leave. */
function releaseRunsAtStop(
  app: App,
  { bus, config, log, processes }: Infrastructure,
  { runs }: Pick<Services, 'runs'>,
): void {
  const { shutdownGraceMs: maxMs } = config;
  let handingOver: Promise<void> | undefined;
  const leaveToOthers = async (): Promise<void> => {
    if ((await runs.leaveToOthers()) > 0) bus.publish({ kind: 'take-over' });
    await runs.relayed(config.handoverMs);
  };
  app.beforeCutOff = () => {
    handingOver ??= leaveToOthers();
    return handingOver;
  };
  app.streams.onCutOff(() => {
    runs
      .release()
      .catch((error: unknown) => log.error({ err: error }, 'runs could not be ended before the stop'));
  });
  app.ownedWork.push({
    ...{ maxMs, idle: runs.idle },
    async release() {
      await app.beforeCutOff();
      await runs.release();
    },
  });
  bus.subscribe('take-over', () => {
    processes.sweep().catch((error: unknown) => log.error({ err: error }, 'what was left is not taken over'));
  });
}

function mountFlows(app: App, infrastructure: Infrastructure, runtime: Runtime, services: Services): void {
  const { db, reads, config } = infrastructure;
  const { flows, gate, keys, predictions, plans, tools } = services;
  const templates = async () => (await runtime.catalogue()).templates();
  const starters = createStarters({
    flows,
    templates,
    load: runtime.loadStarter,
    provideTool: tools.provide,
  });
  flowRoutes(app, flows, starters);
  const chatflows = createChatflowService({ db, reads, flows, requireKey: keys.require });
  chatflowRoutes(app, chatflows);
  keyRoutes(app, infrastructure, chatflows);
  publicChatflowRoutes(app, predictions, gate, config.uploadFileMb);
  app.originRules.push(visitorOriginRule(plans.find));
  app.frameRules.push(chatbotFrameRule(plans.find));
}

function mountTalk(
  app: App,
  { db, reads, files, counters }: Infrastructure,
  { gate, plans, predictions, questionForms, runs }: Services,
): void {
  const requireFlow = async (scope: Scope, flowId: string) => {
    const flow = await plans.find(flowId);
    if (flow?.workspaceId !== scope.workspaceId) throw new AppError('NOT_FOUND', 'Flow not found.');
  };
  const visitorWrites = createRateLimit({
    counters: counters.quick,
    name: 'visitor-writes',
    limit: 30,
    windowMs: 60_000,
  });
  predictionRoutes(app, predictions, gate, questionForms);
  runRoutes(app, { runs, startOwn: predictions.startOwn, requireFlow });
  const removal = removalOfChats(files);
  executionRoutes(app, createExecutionService({ db, runs, removeRuns: removal.removeRuns }));
  chatMessageRoutes(
    app,
    createChatMessageService({
      db,
      reads,
      ...removal,
      requireFlow,
    }),
    createChatSessionService({ reads, requireFlow }),
  );
  feedbackRoutes(app, createFeedbackService({ db, requireFlow }), gate, visitorWrites);
  leadRoutes(app, createLeadService({ db, requireFlow }), gate, visitorWrites);
}
