/** Where flowise-embed is loaded from; the version our routes are tested with. */
const embedScript = 'https://cdn.jsdelivr.net/npm/flowise-embed@3.1.6/dist/web.js';

export type EmbedKind = 'popupHtml' | 'fullHtml' | 'popupReact' | 'fullReact';

interface EmbedRequest {
  kind: EmbedKind;
  origin: string;
  flowId: string;
  /** Adds the most frequently changed settings. */
  hasConfig: boolean;
}

const popupTheme = {
  button: {
    backgroundColor: '#0b7a49',
    right: 20,
    bottom: 20,
    size: 48,
    dragAndDrop: true,
    iconColor: 'white',
  },
  tooltip: { showTooltip: true, tooltipMessage: 'How can we help?' },
};

const windowTheme = {
  showTitle: true,
  title: 'Help',
  welcomeMessage: 'Hello! What would you like to know?',
  errorMessage: 'That did not work. Please try again.',
  backgroundColor: '#ffffff',
  fontSize: 16,
  starterPrompts: ['What can you do?'],
  clearChatOnReload: false,
  renderHTML: false,
  botMessage: { backgroundColor: '#f1f5f3', textColor: '#101714', showAvatar: false },
  userMessage: { backgroundColor: '#0b7a49', textColor: '#ffffff', showAvatar: false },
  textInput: { placeholder: 'Write a message', sendButtonColor: '#0b7a49', maxChars: 1000 },
  feedback: { color: '#4a5650' },
};

function settingsOf({ kind, origin, flowId, hasConfig }: EmbedRequest): Record<string, unknown> {
  const isPopup = kind === 'popupHtml' || kind === 'popupReact';
  const config = {
    chatflowConfig: { vars: {} },
    theme: { ...(isPopup && popupTheme), chatWindow: windowTheme },
  };
  return { chatflowid: flowId, apiHost: origin, ...(hasConfig && config) };
}

/** The code that puts the chat onto a page. */
export function embedSample(options: EmbedRequest): string {
  const { kind } = options;
  const settings = settingsOf(options);
  switch (kind) {
    case 'popupHtml':
      return htmlSample('init', settings);
    case 'fullHtml':
      return `<flowise-fullchatbot></flowise-fullchatbot>\n${htmlSample('initFull', settings)}`;
    case 'popupReact':
      return reactSample('BubbleChat', settings);
    case 'fullReact':
      return reactSample('FullPageChat', settings);
  }
}

const moved = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

function htmlSample(start: 'init' | 'initFull', settings: object): string {
  // A "</script>" inside a text would end the script.
  const json = JSON.stringify(settings, null, 2).replaceAll('</', '<\\/');
  return [
    '<script type="module">',
    `  import Chatbot ${['from', JSON.stringify(embedScript)].join(' ')};`,
    `  Chatbot.${start}(${moved(json, 2)});`,
    '</script>',
  ].join('\n');
}

function reactSample(component: 'BubbleChat' | 'FullPageChat', settings: Record<string, unknown>): string {
  const props = Object.entries(settings).map(([name, value]) =>
    typeof value === 'string'
      ? `      ${name}=${JSON.stringify(value)}`
      : `      ${name}={${moved(JSON.stringify(value, null, 2), 6)}}`,
  );
  return [
    `import { ${component} } from "flowise-embed-react";`,
    '',
    'export function Chat() {',
    '  return (',
    `    <${component}`,
    ...props,
    '    />',
    '  );',
    '}',
  ].join('\n');
}
