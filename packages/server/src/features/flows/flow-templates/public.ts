// What other features and the composition may use of this one.
export { createBuiltIns } from './built-in-templates.ts';
export { nodeNamesOf, pictureOf } from './flow-facts.ts';
export { flowTemplateRoutes } from './flow-templates.routes.ts';
export { createFlowTemplateService } from './flow-templates.ts';
export { marketplaceRoutes } from './marketplaces.routes.ts';
export { templateGalleryRoutes } from './template-gallery.routes.ts';
export { createTemplateGallery } from './template-gallery.ts';
export { createTemplateTrials } from './template-trials.ts';
