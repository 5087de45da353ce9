import * as z from 'zod';

/** A flow's settings in Flowise's columns and formats, so that imported flows keep theirs; unknown keys stay. */
const text = (max: number) => z.string().max(max);
const numbered = <S extends z.ZodType>(schema: S) => z.record(z.string().max(16), schema);

/** Fields of the form that asks for a visitor's contact details. */
export const leadForm = z.looseObject({
  status: z.boolean().optional(),
  title: text(500).optional(),
  successMessage: text(2000).optional(),
  name: z.boolean().optional(),
  email: z.boolean().optional(),
  phone: z.boolean().optional(),
});

export const chatbotConfig = z.looseObject({
  title: text(200).optional(),
  /** An address, or a small picture as a data URI. */
  titleAvatarSrc: text(100_000).optional(),
  welcomeMessage: text(5000).optional(),
  errorMessage: text(2000).optional(),
  starterPrompts: numbered(z.looseObject({ prompt: text(2000) })).optional(),
  chatFeedback: z.looseObject({ status: z.boolean().optional() }).optional(),
  leads: leadForm.optional(),
  allowedOrigins: z.array(text(500)).max(200).optional(),
  allowedOriginsError: text(1000).optional(),
  fullFileUpload: z
    .looseObject({
      status: z.boolean().optional(),
      /** Comma-separated MIME types. */
      allowedUploadFileTypes: text(2000).optional(),
      pdfFile: z.looseObject({ usage: z.enum(['perPage', 'perFile']).optional() }).optional(),
    })
    .optional(),
  /** JavaScript that rewrites the answer; it sees `$flow.rawOutput`, `$flow.input`, `$flow.chatHistory` … */
  postProcessing: z
    .looseObject({ enabled: z.boolean().optional(), customFunction: text(100_000).optional() })
    .optional(),
  /** Visitors may open the documents that answers cite, not only read the passages. */
  opensSources: z.boolean().optional(),
  /** After each answer, the model that gave it says which sentences its sources do not bear out. */
  checksSources: z.boolean().optional(),
  /** What is said where the knowledge of the flow has nothing on a question, in place of an answer of the model's. */
  unknownAnswer: z.looseObject({ status: z.boolean().optional(), text: text(1000).optional() }).optional(),
  /** Answers use what the workspace reads in restricted knowledge bases, regardless of the caller. */
  knowledgeReaders: z.enum(['workspace']).optional(),
  /** A run goes on from its last step after the server was killed; `false` ends it as interrupted. */
  resumesAfterCrash: z.boolean().optional(),
  /** How long the flow's code may wait for requests and timers; a form may send it as text, empty for the default. */
  codeWaitSeconds: z
    .union([
      z.number().int().min(1).max(300),
      z.string().regex(/^(?:[1-9]\d?|[12]\d\d|300)?$/, 'must be a whole number from 1 to 300'),
    ])
    .optional(),
});
/** A whole number from 1 on; a form may send it as text, empty for none. */
const count = z.union([
  z.number().int().min(1).max(1_000_000_000),
  z.string().regex(/^(?:[1-9]\d{0,8})?$/, 'must be a whole number from 1 on'),
]);

const overrideRule = z.looseObject({ name: text(200), enabled: z.boolean() });

export const apiConfig = z.looseObject({
  rateLimit: z
    .looseObject({
      status: z.boolean().optional(),
      limitMax: count.optional(),
      /** Seconds. */
      limitDuration: count.optional(),
      limitMsg: text(1000).optional(),
    })
    .optional(),
  overrideConfig: z
    .looseObject({
      status: z.boolean().optional(),
      /** By node label. */
      nodes: z.record(z.string(), z.array(overrideRule)).optional(),
      variables: z.array(overrideRule).optional(),
    })
    .optional(),
});
/** One provider of several is on: `{ openAIWhisper: { status, credentialId, language, … } }`. */
const provider = z.looseObject({
  status: z.boolean().optional(),
  credentialId: text(64).optional(),
});
export const speechConfig = z.record(z.string().max(64), provider);
/** Services that get the traces of runs, by vendor; several may be on. */
export const analyticConfig = z.record(
  z.string().max(64),
  provider.extend({ projectName: text(200).optional() }),
);
export const followUpPrompts = z.looseObject({
  status: z.boolean().optional(),
  /** Name of the chat model node that generates them. */
  selectedProvider: text(64).optional(),
});
/** The flow as an MCP tool of other programs. */
export const mcpConfig = z.looseObject({
  enabled: z.boolean().optional(),
  toolName: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,64}$/, 'may hold letters, digits, "_" and "-"')
    .optional(),
  description: text(2000).optional(),
});
export type McpConfig = z.output<typeof mcpConfig>;

/** All settings of a flow; an absent section is empty. */
export const flowSettings = z.object({
  isPublic: z.boolean(),
  apikeyid: z.string().nullable(),
  category: z.string(),
  chatbotConfig,
  apiConfig,
  analytic: analyticConfig,
  speechToText: speechConfig,
  textToSpeech: speechConfig,
  followUpPrompts,
  mcpServerConfig: mcpConfig,
});
export type FlowSettings = z.output<typeof flowSettings>;
