import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Files';

/** A chat as the owner of files: letters, digits and the separators that clients use; not a path. */
const fileChatId = z
  .string()
  .regex(/^(?!\.+$)[\p{L}\p{N}_@+:.= -]{1,255}$/u, 'must be 1 to 255 letters, digits or the marks _@+:.=-');

/** The value of a file or folder parameter after an upload: the files' names, and the value that refers to them. */
export const flowFiles = z.object({
  names: z.array(z.string()),
  /** `FILE-STORAGE::["a.txt"]`, the value of the parameter. */
  value: z.string(),
});
export type FlowFiles = z.output<typeof flowFiles>;

export const uploadFlowFiles = endpoint({
  method: 'POST',
  path: `${studioPrefix}/flows/:id/files`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Stores files for parameters of the flow; the same content is kept once.',
  params: idParams,
  files: 'only',
  response: flowFiles,
});

/** The text of a file that accompanies a question as `file:full`. */
export const attachment = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  content: z.string(),
});
export type Attachment = z.output<typeof attachment>;

/** Clients of Flowise send `chatId` as a field too, and `base64` to get the bytes back instead of the text. */
export const createAttachments = endpoint({
  method: 'POST',
  path: `${studioPrefix}/attachments/:chatflowId/:chatId`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Reads the text of files, to send it along with the next question.',
  params: z.strictObject({ chatflowId: id, chatId: fileChatId }),
  files: 'only',
  body: z.object({
    base64: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
  }),
  response: z.array(attachment),
});

export const readUploadedFile = endpoint({
  method: 'GET',
  path: `${studioPrefix}/get-upload-file`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'A file that was sent in a chat.',
  query: z.object({
    chatflowId: id,
    chatId: fileChatId,
    fileName: z.string().regex(/^[^\p{Cc}]{1,255}$/u, 'must be 1 to 255 characters'),
    download: z.string().max(10).optional(),
  }),
  media: 'application/octet-stream',
});
