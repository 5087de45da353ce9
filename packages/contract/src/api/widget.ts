import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams } from './id.ts';

const tag = 'Chat widget';
/**
 * Files for pages of any site: the widget itself, the React component, that in TypeScript, and spoken calls with the
 * part of them that handles sound.
 */
export const widgetFiles = ['.js', '-react.js', '-react.tsx', '-call.js', '-call-worklet.js'] as const;
export type WidgetFile = (typeof widgetFiles)[number];

/** `/widget.js`, `/widget-react.js` and `/widget-react.tsx`. */
export const readWidget = endpoint({
  method: 'GET',
  path: '/widget:file',
  auth: 'public',
  tag,
  summary: 'The chat widget as one module that pages of any site may load, and its React component.',
  params: z.strictObject({ file: z.string().max(64) }),
  media: 'text/javascript',
});

const text = z.string().trim().max(200).optional();

/** The settings of the sample page's chat, as attributes of its element. */
const widgetDemoQuery = z.strictObject({
  mode: z.enum(['bubble', 'panel', 'page']).default('bubble'),
  theme: z.enum(['light', 'dark', 'auto']).default('auto'),
  side: z.enum(['left', 'right']).optional(),
  heading: text,
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$/, 'must be a colour like #0b7a49')
    .optional(),
  open: z.enum(['true', 'false']).optional(),
});
export type WidgetDemoQuery = z.output<typeof widgetDemoQuery>;

export const showWidgetDemo = endpoint({
  method: 'GET',
  path: '/widget-demo/:id',
  auth: 'flow',
  permits: 'flows:read',
  tag,
  summary: 'A plain page with the chat of a flow on it, as visitors of a site see it.',
  params: idParams,
  query: widgetDemoQuery,
  media: 'text/html',
});
