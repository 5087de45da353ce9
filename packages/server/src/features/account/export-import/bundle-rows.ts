import { onClash } from '@tendril/contract/api/import-files';
import * as z from 'zod';

const longestFlow = 10_000_000;
export const longestText = 1_000_000;

export const text = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((value) => value ?? '');
export const name = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);
export const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')
  .nullish()
  .transform((value) => value ?? undefined);
const time = z
  .unknown()
  .optional()
  .transform((value) => {
    const at =
      typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : Number.NaN;
    return Number.isFinite(at) && at > 0 ? at : undefined;
  });
/** JSON text, or the value itself: writers differ. */
export const jsonTextOf = (most: number) =>
  z
    .unknown()
    .optional()
    .transform((value, context) => {
      if (value === null || value === undefined || value === '') return '';
      const written = typeof value === 'string' ? value : JSON.stringify(value);
      if (written.length > most) context.addIssue(`must not be longer than ${most} characters`);
      return written;
    });
export const jsonText = jsonTextOf(longestText);

export const toolRow = z.object({
  id,
  name: name(200),
  description: text(20_000),
  color: text(200),
  iconSrc: text(2000),
  schema: text(longestText),
  func: text(longestText),
});

export const flowRow = z.object({
  id,
  name: name(200),
  type: z.string().nullish(),
  flowData: text(longestFlow),
  category: text(500).catch(''),
  isPublic: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 1),
});

export const fullFlowRow = z.object({
  description: text(2000),
  category: text(500),
  folder: text(100),
  chatbotConfig: text(longestText),
  isPublished: z.boolean().catch(false),
  publishedData: text(longestFlow),
});

export const variableRow = z.object({
  id,
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name of letters, digits and "_"'),
  value: text(100_000),
  type: z
    .enum(['static', 'runtime'])
    .nullish()
    .transform((value) => value ?? 'static'),
});

export const assistantRow = z.object({
  id,
  details: text(longestText),
  credential: text(64),
  iconSrc: text(2000),
  type: z.enum(['CUSTOM', 'OPENAI', 'AZURE']).nullish(),
});

export const templateRow = z.object({
  id,
  name: name(200),
  description: text(20_000),
  badge: text(50),
  type: text(50),
  usecases: z.unknown().optional(),
  flowData: text(longestFlow),
});

export const messageRow = z.object({
  id,
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: z.string().max(64),
  content: text(longestText),
  chatType: text(50),
  chatId: z.string().min(1).max(200),
  sessionId: text(200),
  memoryType: text(200),
  leadEmail: text(320),
  createdDate: time,
  sourceDocuments: jsonText,
  usedTools: jsonText,
  fileUploads: jsonText,
  fileAnnotations: jsonText,
  agentReasoning: jsonText,
  artifacts: jsonText,
  action: jsonText,
  followUpPrompts: jsonText,
  sourceCheck: jsonText,
});

export const feedbackRow = z.object({
  messageId: z.string().max(64),
  rating: z.enum(['THUMBS_UP', 'THUMBS_DOWN']),
  content: text(20_000),
  createdDate: time,
});

/** Several files in one request. */
export const fileSet = z.object({
  files: z.array(
    z.object({ name: z.string().trim().min(1, 'must not be empty').max(300), text: z.string() }),
  ),
  onClash: onClash.default('both'),
});

/** What an export names without holding it. */
export const leftOutRows = z
  .array(z.object({ kind: z.string().max(100), name: z.string().max(200), reason: z.string().max(500) }))
  .max(1000);
