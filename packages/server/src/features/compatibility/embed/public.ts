// What other features and the composition may use of this one.
export { createAssistantFiles } from './assistant-files.ts';
export { embedRoutes } from './embed.routes.ts';
export { createNodeIcons } from './node-icons.ts';
