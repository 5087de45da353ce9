import * as z from 'zod';
import { type ChatLook, readChatLook } from './chat-look.ts';

const onOff = z.looseObject({ status: z.boolean().catch(false) }).catch({ status: false });
const flag = z.boolean().catch(false);
const text = z.string().catch('');

const settings = z.object({
  title: text,
  subtitle: text,
  titleAvatarSrc: text,
  welcomeMessage: text,
  errorMessage: text,
  textInput: z.looseObject({ placeholder: text }).catch({ placeholder: '' }),
  starterPrompts: z.record(z.string(), z.object({ prompt: z.string() })).catch({}),
  chatFeedback: onOff,
  showTitle: z.boolean().catch(true),
  showAgentMessages: z.boolean().catch(true),
  generateNewSession: flag,
  leads: z
    .looseObject({
      status: flag,
      title: text,
      successMessage: text,
      name: flag,
      email: flag,
      phone: flag,
      isOptional: flag,
    })
    .optional()
    .catch(undefined),
});

/** The contact form for visitors before the first message. */
export interface LeadForm {
  title: string;
  successMessage: string;
  fields: readonly ('name' | 'email' | 'phone')[];
  isOptional: boolean;
}

/** How a flow's chat greets, looks and what it offers: from its `chatbotConfig`. */
export interface ChatSettings {
  title: string;
  subtitle: string;
  avatar: string;
  welcomeMessage: string;
  errorMessage: string;
  placeholder: string;
  starterPrompts: readonly string[];
  hasFeedback: boolean;
  hasTitle: boolean;
  showsSteps: boolean;
  isNewSessionPerVisit: boolean;
  lead: LeadForm | undefined;
  look: ChatLook;
}

/** Reads a flow's chat settings, as an object or as JSON text; what is unreadable counts as not set. */
export function readChatSettings(chatbotConfig: unknown): ChatSettings {
  const config = toObject(chatbotConfig);
  const read = settings.parse(config);
  const prompts = Object.values(read.starterPrompts).map(({ prompt }) => prompt.trim());
  return {
    title: read.title.trim(),
    subtitle: read.subtitle.trim(),
    avatar: read.titleAvatarSrc,
    welcomeMessage: read.welcomeMessage.trim(),
    errorMessage: read.errorMessage.trim(),
    placeholder: read.textInput.placeholder.trim(),
    starterPrompts: prompts.filter(Boolean),
    hasFeedback: read.chatFeedback.status,
    hasTitle: read.showTitle,
    showsSteps: read.showAgentMessages,
    isNewSessionPerVisit: read.generateNewSession,
    lead: leadForm(read.leads),
    look: readChatLook(config),
  };
}

function leadForm(leads: z.output<typeof settings>['leads']): LeadForm | undefined {
  if (!leads?.status) return undefined;
  const fields = (['name', 'email', 'phone'] as const).filter((field) => leads[field]);
  const { title, successMessage, isOptional } = leads;
  return fields.length === 0 ? undefined : { title, successMessage, fields, isOptional };
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  if (typeof value !== 'string') return {};
  try {
    return toObject(JSON.parse(value));
  } catch {
    return {};
  }
}
