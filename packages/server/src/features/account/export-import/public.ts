// What other features and the composition may use of this one.
export { createBundleFiles } from './bundle-file.ts';
export { createExportService } from './export.ts';
export { exportImportRoutes } from './export-import.routes.ts';
export { createImportJobs } from './import-job.ts';
export { createImportProgress } from './import-progress.ts';
export { createImportReports } from './import-reports.ts';
export { openImportService } from './open-import-service.ts';
