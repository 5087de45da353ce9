// What other features and the composition may use of this one.
export { admitWebhook } from './admit-webhook.ts';
export { deliveryJobKind, firingJobKind, firingJobs } from './firing-jobs.ts';
export { type CallbackOutbox, flowCallbacks } from './flow-callbacks.ts';
export { removeOldFirings } from './flow-firings.store.ts';
export { FlowSchedules } from './flow-schedules.ts';
export { createFlowStarts } from './flow-starts.ts';
export { formRoutes } from './forms.routes.ts';
export { setMissingTimers } from './schedule-timers.ts';
export { nextTime } from './schedule-times.ts';
export { createTriggerSettings } from './trigger-settings.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { isGenuine } from './verify-webhook.ts';
export { createWebhookDeliveries } from './webhook-deliveries.ts';
export { webhookRoutes } from './webhooks.routes.ts';
