export { downloadHandler } from './download-handler.ts';
export { localModelRoutes } from './local-models.routes.ts';
