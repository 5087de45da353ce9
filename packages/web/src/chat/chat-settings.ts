import * as z from 'zod';

const settings = z.object({
  title: z.string().catch(''),
  welcomeMessage: z.string().catch(''),
  starterPrompts: z.record(z.string(), z.object({ prompt: z.string() })).catch({}),
});

/** How a flow greets: from its `chatbotConfig`. */
export interface ChatSettings {
  title: string;
  welcomeMessage: string;
  starterPrompts: readonly string[];
}

/** Reads a flow's chat settings, as an object or as JSON text; what is unreadable counts as not set. */
export function readChatSettings(chatbotConfig: unknown): ChatSettings {
  const { title, welcomeMessage, starterPrompts } = settings.parse(toObject(chatbotConfig));
  const prompts = Object.values(starterPrompts).map(({ prompt }) => prompt.trim());
  return {
    title: title.trim(),
    welcomeMessage: welcomeMessage.trim(),
    starterPrompts: prompts.filter(Boolean),
  };
}

function toObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (typeof value !== 'string') return {};
  try {
    return toObject(JSON.parse(value));
  } catch {
    return {};
  }
}
