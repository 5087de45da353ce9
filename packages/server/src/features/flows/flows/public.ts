// What other features and the composition may use of this one.
export { createFlowCheck } from './flow-check.ts';
export { createFlowConfig } from './flow-config.ts';
export { createFlowImport, type FlowImport, type WriteFlow } from './flow-import.ts';
export { flowSettingsRoutes } from './flow-settings.routes.ts';
export { createFlowSettingsService } from './flow-settings.ts';
export { createFlowValidation } from './flow-validation.ts';
export { flowVersionRoutes } from './flow-versions.routes.ts';
export { createFlowVersionService } from './flow-versions.ts';
export { flowRoutes } from './flows.routes.ts';
export { createFlowService, type FlowService } from './flows.ts';
export { importReportStore } from './import-reports.store.ts';
export { createLiveFlows, type LiveFlows, type RunnableFlow } from './live-flows.ts';
export { createMissingRecords } from './missing-records.ts';
export { type KnownRecords, missingVariables, recordReferences } from './record-references.ts';
export { createStarters, type Starter, type StarterName } from './starters.ts';
export { isSwitchedOff } from './switched-off.ts';
export { withMissingRecords } from './with-missing-records.ts';
