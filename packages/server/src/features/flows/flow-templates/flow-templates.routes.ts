import {
  deleteFlowTemplate,
  listFlowTemplates,
  saveFlowTemplate,
} from '@tendril/contract/api/flow-templates';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowTemplateService } from './flow-templates.ts';

/** Routes of the workspace's own templates. */
export function flowTemplateRoutes(app: App, templates: FlowTemplateService): void {
  serve(app, listFlowTemplates, ({ caller, query }) => templates.list(caller, query));
  serve(app, saveFlowTemplate, ({ caller, body }) => templates.save(caller, body));
  serve(app, deleteFlowTemplate, ({ caller, params }) => templates.remove(caller, params.id));
}
