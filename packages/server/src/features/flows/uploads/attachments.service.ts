import type { Attachment } from '@tendril/contract/api/uploads';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import { type FormFile, receiveForm } from '../../../platform/http/multipart.ts';
import type { RunnableFlow } from '../flows/live-flows.service.ts';
import type { ChatFiles, ChatPlace } from './chat-files.service.ts';
import { fileText } from './file-text.ts';
import { attachmentTypes, isListed } from './upload-rules.service.ts';

const megabyte = 1024 * 1024;

export interface AttachmentParts {
  chatFiles: ChatFiles;
  maxMegabytes: number;
}

interface Read {
  attachment: Attachment;
  content: Buffer;
}

/** Files whose text goes along with the next question of a chat. */
export function createAttachments({ chatFiles, maxMegabytes }: AttachmentParts) {
  async function read(place: ChatPlace, types: ReadonlySet<string>, file: FormFile): Promise<Read> {
    const taken = await chatFiles.put(place, file);
    if (!isListed(types, taken.mediaType)) {
      throw new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        `"${taken.name}": this flow takes no files of the type ${taken.mediaType}.`,
      );
    }
    const content = await chatFiles.read(place, taken.name);
    const { mediaType: mimeType, size } = taken;
    // The client looks its file up again by the name that it gave.
    const name = file.name;
    return {
      attachment: { name, mimeType, size, content: fileText(taken.name, mimeType, content) },
      content,
    };
  }

  return {
    /** Throws FORBIDDEN when the flow takes no files, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE or INVALID_INPUT. */
    async receive(
      flow: RunnableFlow,
      chatId: string,
      request: FastifyRequest,
    ): Promise<{ attachments: Attachment[]; contents: Buffer[]; fields: Record<string, unknown> }> {
      const types = attachmentTypes(flow);
      if (!types)
        throw new AppError('FORBIDDEN', 'This flow takes no files. Its owner can switch file uploads on.');
      const place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId };
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

export type AttachmentService = ReturnType<typeof createAttachments>;
