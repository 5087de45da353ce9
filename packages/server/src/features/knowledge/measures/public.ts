// What other features and the composition may use of this one.

export { knowledgeMeasureRoutes } from './knowledge-measures.routes.ts';
export { createKnowledgeMeasures } from './knowledge-measures.ts';
