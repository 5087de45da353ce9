// What other features and the composition may use of this one.
export { citationRoutes } from './citations.routes.ts';
export { createCitedDocuments } from './cited-documents.ts';
export { type CitationWriter, createCitationWriter } from './keep-citations.ts';
export { createBlockReader } from './read-cited-blocks.ts';
