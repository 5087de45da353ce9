/** Keys of a flow's chat settings that strangers may see: how the chat looks, and nothing of how it works. */
const shownKeys = new Set([
  'title',
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
  'chatFeedback',
  'leads',
]);

/** The part of `chatbotConfig` that a public route may answer (ATK-073). */
export function appearanceOf(chatbotConfig: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(chatbotConfig).filter(([key]) => shownKeys.has(key)));
}
