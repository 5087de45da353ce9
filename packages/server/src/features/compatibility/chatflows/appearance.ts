import type { RunnableFlow } from '../../flows/flows/public.ts';

/** Keys of a flow's chat settings that anonymous callers may see: how the chat looks, and nothing of how it works. */
const shownKeys = [
  'title',
  'subtitle',
  'titleAvatarSrc',
  'titleBackgroundColor',
  'titleTextColor',
  'showTitle',
  'welcomeMessage',
  'errorMessage',
  'backgroundColor',
  'backgroundImage',
  'fontSize',
  'poweredByTextColor',
  'botMessage',
  'userMessage',
  'textInput',
  'generateNewSession',
  'renderHTML',
  'showAgentMessages',
  'starterPrompts',
] as const;

/** Of sections that also hold private data, the keys that a chat page reads. */
const shownParts: Record<string, readonly string[]> = {
  chatFeedback: ['status'],
  leads: ['status', 'title', 'successMessage', 'name', 'email', 'phone', 'isOptional'],
  fullFileUpload: ['status', 'allowedUploadFileTypes'],
};

type Flow = Pick<RunnableFlow, 'chatbotConfig' | 'followUpPrompts'>;

/** The part of a flow's settings that a public route may return. */
export function appearanceOf({ chatbotConfig, followUpPrompts }: Flow): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const key of shownKeys) if (chatbotConfig[key] !== undefined) shown[key] = chatbotConfig[key];
  for (const [key, parts] of Object.entries(shownParts)) {
    const section = chatbotConfig[key];
    if (typeof section === 'object' && section !== null) shown[key] = pick(section, parts);
  }
  if (followUpPrompts['status'] === true) shown['followUpPrompts'] = { status: true };
  return shown;
}

function pick(section: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(section).filter(([key]) => keys.includes(key)));
}
