import { AppError } from '@tendril/contract/app-error';
import { createAssistantFiles } from '../features/compatibility/embed/assistant-files.service.ts';
import { embedRoutes } from '../features/compatibility/embed/embed.routes.ts';
import { createNodeIcons } from '../features/compatibility/embed/node-icons.service.ts';
import { mcpRoutes } from '../features/compatibility/mcp/mcp.routes.ts';
import { createMcpService } from '../features/compatibility/mcp/mcp.service.ts';
import { createModels } from '../features/compatibility/open-ai/models.service.ts';
import { openAiRoutes } from '../features/compatibility/open-ai/open-ai.routes.ts';
import { readOverrides } from '../features/flows/predictions/override-rules.ts';
import { createSpeech } from '../features/flows/speech/speak.service.ts';
import { speechRoutes } from '../features/flows/speech/speech.routes.ts';
import { createAttachments } from '../features/flows/uploads/attachments.service.ts';
import { createFlowFiles } from '../features/flows/uploads/flow-files.service.ts';
import { uploadRoutes } from '../features/flows/uploads/uploads.routes.ts';
import { widgetRoutes } from '../features/flows/widget/widget.routes.ts';
import type { WidgetFiles } from '../features/flows/widget/widget-files.ts';
import { createUpsertForms } from '../features/knowledge/upserts/upsert-form.ts';
import { createUpsertHistory } from '../features/knowledge/upserts/upsert-history.service.ts';
import { upsertRoutes } from '../features/knowledge/upserts/upserts.routes.ts';
import { createUpserts } from '../features/knowledge/upserts/upserts.service.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** The ways by which other programs use a flow: files, vector stores, voices, embedded chats, OpenAI's form, MCP. */
export function mountPublicApi(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services & { widget: WidgetFiles },
): void {
  const { db, files, egress, config } = infrastructure;
  const { plans, predictions, gate, credentials, chatFiles } = services;
  const openCredential = credentials.open;
  const quota = createFileQuota(db, config);
  const requireFlow = async (scope: Scope, flowId: string) => {
    const flow = await plans.find(flowId);
    if (flow?.workspaceId !== scope.workspaceId) throw new AppError('NOT_FOUND', 'There is no such flow.');
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
  speechRoutes(app, createSpeech({ egress, openCredential }), gate);
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const openFlow = services.liveFlows.open;
  embedRoutes(app, {
    icons: createNodeIcons({ findTemplate }),
    assistantFiles: createAssistantFiles({ db, egress, openCredential, openFlow }),
    chatFiles,
    gate,
  });
  openAiRoutes(app, { predictions, models: createModels(db), gate });
  mcpRoutes(app, { predictions, mcp: createMcpService(), gate });
  widgetRoutes(app, services.widget, gate);
}
