// What other features and the composition may use of this one.
export { admitWebhook } from './admit-webhook.ts';
export { firingJobs } from './firing-jobs.ts';
export { type CallbackOutbox, flowCallbacks } from './flow-callbacks.ts';
export { createFlowStarts } from './flow-starts.ts';
export { formRoutes } from './forms.routes.ts';
export { ScheduleRunner } from './schedule-runner.ts';
export { createTriggerSettings } from './trigger-settings.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { createWebhookDeliveries } from './webhook-deliveries.ts';
export { webhookRoutes } from './webhooks.routes.ts';
