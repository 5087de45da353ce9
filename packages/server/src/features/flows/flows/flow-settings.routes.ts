import { readFlowConfig, readFlowSettings, updateFlowSettings } from '@tendril/contract/api/flow-settings';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { createFlowConfig } from './flow-config.ts';
import type { FlowSettingsService } from './flow-settings.ts';

/** Routes of a flow's settings, and of what its callers may override. */
export function flowSettingsRoutes(
  app: App,
  settings: FlowSettingsService,
  readConfig: ReturnType<typeof createFlowConfig>,
): void {
  serve(app, readFlowSettings, ({ caller, params }) => settings.read(caller, params.id));
  serve(app, updateFlowSettings, ({ caller, params, body }) => settings.update(caller, params.id, body));
  serve(app, readFlowConfig, ({ caller, params }) => readConfig(caller, params.id), { alias: true });
}
