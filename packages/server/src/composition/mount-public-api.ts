import { AppError } from '@tendril/contract/app-error';
import {
  createAssistantFiles,
  createNodeIcons,
  embedRoutes,
} from '../features/compatibility/embed/public.ts';
import { createPromptHub, flowiseToolRoutes } from '../features/compatibility/flowise-tools/public.ts';
import { createMcpService, mcpRoutes } from '../features/compatibility/mcp/public.ts';
import { createModels, openAiRoutes } from '../features/compatibility/open-ai/public.ts';
import { readOverrides } from '../features/flows/predictions/public.ts';
import { createSpeech, speechRoutes } from '../features/flows/speech/public.ts';
import { createAttachments, createFlowFiles, uploadRoutes } from '../features/flows/uploads/public.ts';
import { type WidgetFiles, widgetRoutes } from '../features/flows/widget/public.ts';
import {
  createUpsertForms,
  createUpsertHistory,
  createUpserts,
  upsertRoutes,
} from '../features/knowledge/upserts/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** The ways in which other programs use a flow: files, vector stores, voices, embedded chats, OpenAI's format, MCP. */
export function mountPublicApi(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services & { widget: WidgetFiles },
): void {
  const { bus, db, files, egress, config } = infrastructure;
  const { plans, predictions, gate, credentials, chatFiles } = services;
  const openCredential = credentials.open;
  const quota = createFileQuota(db, infrastructure.limits);
  const requireFlow = async (scope: Scope, flowId: string) => {
    const flow = await plans.find(flowId);
    if (flow?.workspaceId !== scope.workspaceId) throw new AppError('NOT_FOUND', 'Flow not found.');
  };

  uploadRoutes(app, {
    flowFiles: createFlowFiles({ db, files, quota, config, requireFlow }),
    attachments: createAttachments({ chatFiles, maxMegabytes: config.uploadRequestMb }),
    chatFiles,
    gate,
  });
  const history = createUpsertHistory({ db, requireFlow });
  const upserts = createUpserts({
    passages: services.passages,
    history,
    files,
    services: services.provide,
    variables: services.variables.values,
    secretNames: services.variables.secretNames,
    readOverrides,
    runFlow: runtime.run,
  });
  upsertRoutes(app, { upserts, history, forms: createUpsertForms({ db, files, quota, config }), gate });
  speechRoutes(app, createSpeech({ bus, egress, openCredential }), gate);
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const findCredential = async (name: string) => (await runtime.catalogue()).credential(name);
  const openFlow = services.liveFlows.open;
  embedRoutes(app, {
    icons: createNodeIcons({ findTemplate, findCredential }),
    assistantFiles: createAssistantFiles({ db, egress, openCredential, openFlow }),
    chatFiles,
    gate,
  });
  flowiseToolRoutes(app, egress, createPromptHub({ egress }));
  openAiRoutes(app, { predictions, models: createModels(db), gate });
  mcpRoutes(app, { predictions, mcp: createMcpService(), gate });
  widgetRoutes(app, services.widget, gate);
}
