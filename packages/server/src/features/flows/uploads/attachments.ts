import type { Attachment } from '@tendril/contract/api/uploads';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import { toFileName } from '../../../platform/files/file-name.ts';
import { headBytes, mediaTypeOf } from '../../../platform/files/media-type.ts';
import { type FormFile, receiveForm } from '../../../platform/http/multipart.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { ChatFiles, ChatPlace } from './chat-files.ts';
import { fileText } from './file-text.ts';
import { attachmentTypes, isListed } from './upload-rules.ts';

const megabyte = 1024 * 1024;

interface AttachmentParts {
  chatFiles: ChatFiles;
  maxMegabytes: number;
}

interface Read {
  attachment: Attachment;
  content: Buffer;
}

/** Files whose text is sent with the next question of a chat. */
export function createAttachments({ chatFiles, maxMegabytes }: AttachmentParts) {
  async function read(place: ChatPlace, types: ReadonlySet<string>, file: FormFile): Promise<Read> {
    const content = await wholeOf(file, await chatFiles.bytesLeft(place));
    const ownName = toFileName(file.name);
    const mimeType = mediaTypeOf(ownName, content.subarray(0, headBytes));
    if (!isListed(types, mimeType))
      throw new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        `"${ownName}": this flow does not accept files of type ${mimeType}.`,
      );
    // Files without text are refused here, and only accepted ones are stored.
    const text = fileText(ownName, mimeType, content);
    const { size } = await chatFiles.put(place, { name: file.name, content: once(content) });
    // The client looks its file up by the name that it gave.
    return { attachment: { name: file.name, mimeType, size, content: text }, content };
  }

  return {
    /** Throws FORBIDDEN when the flow accepts no files, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE or INVALID_INPUT. */
    async receive(
      flow: RunnableFlow,
      { chatId, visitor }: Pick<ChatPlace, 'chatId' | 'visitor'>,
      request: FastifyRequest,
    ): Promise<{ attachments: Attachment[]; contents: Buffer[]; fields: Record<string, unknown> }> {
      const types = attachmentTypes(flow);
      if (!types)
        throw new AppError(
          'FORBIDDEN',
          'This flow does not accept files. Its owner can turn on file uploads.',
        );
      const place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId, visitor };
      const form = await receiveForm(request, maxMegabytes * megabyte, (file) => read(place, types, file));
      if (form.files.length === 0) {
        const message = 'must hold at least one file';
        throw new AppError('INVALID_INPUT', `files: ${message}`, { details: [{ path: 'files', message }] });
      }
      return {
        attachments: form.files.map(({ attachment }) => attachment),
        contents: form.files.map(({ content }) => content),
        fields: form.fields,
      };
    },
  };
}

async function wholeOf({ name, content }: FormFile, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxBytes) throw new AppError('TOO_LARGE', `There is not enough space left for "${name}".`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

export type AttachmentService = ReturnType<typeof createAttachments>;
