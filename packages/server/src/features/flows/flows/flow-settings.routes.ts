import {
  readFlowConfig,
  readFlowSettings,
  readNodeConfig,
  updateFlowSettings,
  validateFlow,
} from '@tendril/contract/api/flow-settings';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { createFlowConfig } from './flow-config.ts';
import type { FlowSettingsService } from './flow-settings.ts';
import type { createFlowValidation } from './flow-validation.ts';

const alias = { alias: true };

/** Routes of a flow's settings, of what is wrong with it, and of what its callers may override. */
export function flowSettingsRoutes(
  app: App,
  settings: FlowSettingsService,
  config: ReturnType<typeof createFlowConfig>,
  validate: ReturnType<typeof createFlowValidation>,
): void {
  serve(app, readFlowSettings, ({ caller, params }) => settings.read(caller, params.id));
  serve(app, updateFlowSettings, ({ caller, params, body }) => settings.update(caller, params.id, body));
  serve(app, readFlowConfig, ({ caller, params }) => config.ofFlow(caller, params.id), alias);
  serve(app, readNodeConfig, ({ body }) => config.ofNode(body), alias);
  serve(app, validateFlow, ({ caller, params }) => validate(caller, params.id), alias);
}
