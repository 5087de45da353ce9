// What other features and the composition may use of this one.
export { createAnalytics } from './analytics.ts';
export { createInstallationCollector } from './installation-collector.ts';
