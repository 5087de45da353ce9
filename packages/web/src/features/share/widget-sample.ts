export const widgetModes = ['bubble', 'panel', 'page'] as const;
export type WidgetMode = (typeof widgetModes)[number];

/** The options that the host page passes to the chat widget; empty values are left out. */
export interface WidgetChoice {
  mode: WidgetMode;
  theme: 'auto' | 'light' | 'dark';
  heading: string;
  color: string;
}

/** A choice for the flow `flowId` of the server at `origin`. */
export interface WidgetSampleRequest extends WidgetChoice {
  origin: string;
  flowId: string;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The attributes that differ from what the widget does by itself. */
function attributesOf({ mode, theme, heading, color }: WidgetChoice): [name: string, value: string][] {
  const all: [string, string][] = [
    ['mode', mode === 'bubble' ? '' : mode],
    ['theme', theme === 'auto' ? '' : theme],
    ['heading', heading.trim()],
    ['color', color.trim()],
  ];
  return all.filter(([, value]) => value !== '');
}

/** The tag for a page; a panel stands where its element is written. */
export function widgetHtmlSample(request: WidgetSampleRequest): string {
  const { origin, flowId, mode } = request;
  const attributes: [string, string][] = [['flow', flowId], ...attributesOf(request)];
  const src = `src="${escapeAttribute(origin)}/widget.js"`;
  const write = (prefix: string) =>
    attributes.map(([name, value]) => `\n  ${prefix}${name}="${escapeAttribute(value)}"`).join('');
  if (mode !== 'panel') return `<script type="module" ${src}${write('data-')}\n></script>`;
  return `<tendril-chat${write('')}\n></tendril-chat>\n<script type="module" ${src}></script>`;
}

/** The command that puts the React component into somebody's own code. */
export function widgetReactInstall(origin: string): string {
  return `curl -o tendril-chat.tsx ${origin}/widget-react.tsx`;
}

/** The component as somebody uses it. */
export function widgetReactSample(request: WidgetSampleRequest): string {
  const props: [string, string][] = [
    ['host', request.origin],
    ['flow', request.flowId],
    ['mode', request.mode],
    ...attributesOf(request).filter(([name]) => name !== 'mode'),
  ];
  return [
    "import { TendrilChat } from './tendril-chat';",
    '',
    'export function Chat() {',
    '  return (',
    '    <TendrilChat',
    ...props.map(([name, value]) =>
      `      ${name}={${JSON.stringify(value)}}`.replace(/\{("[^"\\&<]*")\}$/, '$1'),
    ),
    '    />',
    '  );',
    '}',
  ].join('\n');
}

/** Address of the page that shows the choice live. */
export function widgetDemoAddress(flowId: string, choice: WidgetChoice): string {
  const { mode, theme, heading, color } = choice;
  const query = new URLSearchParams({ mode, theme });
  if (heading.trim() !== '') query.set('heading', heading.trim());
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color.trim())) query.set('color', color.trim());
  if (mode === 'bubble') query.set('open', 'true');
  return `/widget-demo/${encodeURIComponent(flowId)}?${query}`;
}
