// What other features and the composition may use of this one.
export { toolImportRoutes } from './tool-imports.routes.ts';
export { createToolImportService } from './tool-imports.ts';
export { toolRoutes } from './tools.routes.ts';
export { createToolService } from './tools.ts';
