import {
  listFlowFirings,
  readFlowTriggers,
  renewFlowWebhookSecret,
  repeatFlowFiring,
  updateFlowSchedule,
} from '@tendril/contract/api/flow-triggers';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { TriggerSettings } from './trigger-settings.ts';

/** Routes of what people see and set of a flow's starts. */
export function triggerRoutes(app: App, settings: TriggerSettings): void {
  serve(app, readFlowTriggers, ({ caller, params }) => settings.read(caller, params.id));
  serve(app, updateFlowSchedule, ({ caller, params, body }) =>
    settings.updateSchedule(caller, params.id, body),
  );
  serve(app, renewFlowWebhookSecret, ({ caller, params }) => settings.renewSecret(caller, params.id));
  serve(app, listFlowFirings, async ({ caller, params }) => ({
    data: await settings.list(caller, params.id),
  }));
  serve(app, repeatFlowFiring, ({ caller, params }) => settings.repeat(caller, params.id, params.firingId));
}
