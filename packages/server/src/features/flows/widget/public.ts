// What other features and the composition may use of this one.

export { widgetRoutes } from './widget.routes.ts';
export { createWidgetFiles, type WidgetFiles } from './widget-files.ts';
