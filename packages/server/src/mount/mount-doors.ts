import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../db/scope.ts';
import { createAssistantFiles } from '../features/embed/assistant-files.service.ts';
import { embedRoutes } from '../features/embed/embed.routes.ts';
import { createNodeIcons } from '../features/embed/node-icons.service.ts';
import { mcpRoutes } from '../features/mcp/mcp.routes.ts';
import { createMcpService } from '../features/mcp/mcp.service.ts';
import { createModels } from '../features/open-ai/models.service.ts';
import { openAiRoutes } from '../features/open-ai/open-ai.routes.ts';
import { createFlowGate } from '../features/predictions/flow-gate.service.ts';
import { readOverrides } from '../features/predictions/override-rules.ts';
import { createSpeech } from '../features/speech/speak.service.ts';
import { speechRoutes } from '../features/speech/speech.routes.ts';
import { createAttachments } from '../features/uploads/attachments.service.ts';
import { createFlowFiles } from '../features/uploads/flow-files.service.ts';
import { uploadRoutes } from '../features/uploads/uploads.routes.ts';
import { createUpsertForms } from '../features/upserts/upsert-form.ts';
import { createUpsertHistory } from '../features/upserts/upsert-history.service.ts';
import { upsertRoutes } from '../features/upserts/upserts.routes.ts';
import { createUpserts } from '../features/upserts/upserts.service.ts';
import { createFileQuota } from '../files/file-quota.ts';
import type { FirstFloor } from '../first-floor.ts';
import type { Ground } from '../ground.ts';
import type { App } from '../http/app.ts';
import type { Services } from '../services.ts';

/** The ways by which other programs use a flow: files, vector stores, voices, embedded chats, OpenAI's form, MCP. */
export function mountDoors(app: App, ground: Ground, floor: FirstFloor, services: Services): void {
  const { db, files, egress, config } = ground;
  const { plans, predictions, visitors, credentials, chatFiles } = services;
  const openCredential = credentials.open;
  const quota = createFileQuota(db, config);
  const gate = createFlowGate(predictions, plans, visitors);
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
    services: services.lend,
    variables: services.variables.values,
    readOverrides,
    runFlow: floor.run,
  });
  upsertRoutes(app, { upserts, history, forms: createUpsertForms({ db, files, quota, config }), gate });
  speechRoutes(app, createSpeech({ egress, openCredential }), gate);
  const findTemplate = async (name: string) => (await floor.catalogue()).template(name);
  const openFlow = services.liveFlows.open;
  embedRoutes(app, {
    icons: createNodeIcons({ findTemplate }),
    assistantFiles: createAssistantFiles({ egress, openCredential, openFlow }),
    chatFiles,
    gate,
  });
  openAiRoutes(app, { predictions, models: createModels(db), gate });
  mcpRoutes(app, { predictions, mcp: createMcpService(), gate });
}
