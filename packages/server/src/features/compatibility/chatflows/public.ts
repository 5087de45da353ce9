// What other features and the composition may use of this one.
export { chatflowRoutes } from './chatflows.routes.ts';
export { createChatflowService } from './chatflows.ts';
export { keyRoutes } from './key.routes.ts';
export { publicChatflowRoutes } from './public-chatflows.routes.ts';
