import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { QuestionImage } from '@tendril/contract/node/run-context';
import type { Egress } from '../../../platform/egress/egress.ts';
import { toFileName } from '../../../platform/files/file-name.ts';
import { headBytes, isText, mediaTypeOf } from '../../../platform/files/media-type.ts';
import type { AskedFlow, QuestionUploadService, QuestionUploads } from '../predictions/public.ts';
import { activeProvider, type Transcribe } from '../speech/public.ts';
import type { ChatFiles, ChatPlace } from './chat-files.ts';
import { fileText } from './file-text.ts';
import { requireUse } from './require-use.ts';
import { readUploadContent, refuseUpload } from './upload-content.ts';
import { attachmentTypes, imageMegabytes, seesImages } from './upload-rules.ts';

type Upload = NonNullable<PredictionBody['uploads']>[number];

const megabyte = 1024 * 1024;
const addressMs = 20_000;

interface QuestionUploadParts {
  chatFiles: ChatFiles;
  egress: Egress;
  transcribe: Transcribe;
}

interface Part {
  text?: string;
  image?: QuestionImage;
  spoken?: string;
  kept: { type: string; name: string; mime: string; data?: string };
}

const nothing: QuestionUploads = { attachment: '', images: [], spoken: '', stored: null };

/**
 * Processes the `uploads` of a question: pictures and sound are stored with the chat, text is extracted, speech is
 * transcribed.
 */
export function createQuestionUploads(parts: QuestionUploadParts): QuestionUploadService {
  return {
    async take(asked, uploads) {
      if (!uploads || uploads.length === 0) return nothing;
      const reader = new UploadReader(parts, asked);
      const read: Part[] = [];
      for (const [index, upload] of uploads.entries())
        read.push(await reader.read(upload, `uploads.${index}`));
      return {
        attachment: read.flatMap(({ text }) => text ?? []).join('\n'),
        images: read.flatMap(({ image }) => image ?? []),
        spoken: read.flatMap(({ spoken }) => spoken ?? []).join(' '),
        stored: JSON.stringify(read.map(({ kept }) => kept)),
      };
    },
  };
}

class UploadReader {
  readonly #parts: QuestionUploadParts;
  readonly #asked: AskedFlow;
  readonly #place: ChatPlace;

  constructor(parts: QuestionUploadParts, asked: AskedFlow) {
    this.#parts = parts;
    this.#asked = asked;
    const { flow, chatId, visitor } = asked;
    this.#place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId, visitor };
  }

  async read(upload: Upload, path: string): Promise<Part> {
    try {
      return await this.#read(upload, path);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_MEDIA_TYPE') throw error;
      throw refuseUpload(`${path}.mime`, error.message);
    }
  }

  async #read(upload: Upload, path: string): Promise<Part> {
    if (upload.type === 'audio' && !activeProvider(this.#asked.flow.speechToText))
      throw refuseUpload(`${path}.type`, 'this flow takes no spoken questions; its speech to text is off');
    switch (upload.type) {
      case 'file:full':
        return this.#readText(upload, path);
      case 'file:rag':
        // Its content is in the vector store already, by an upsert before the question.
        return { kept: { type: 'file:rag', name: upload.name, mime: upload.mime ?? '' } };
      case 'url':
        return this.#readAddress(upload, path);
      case 'stored-file':
        return this.#readStored(upload, path);
      default:
        return this.#readFile(upload, path);
    }
  }

  /** A text file as a data URI, or its text as a client got it from the attachments route. */
  #readText({ data = '', name, mime = '' }: Upload, path: string): Part {
    const content = readUploadContent(data, path);
    const kept = { type: 'file:full', name, mime: mime || 'text/plain' };
    if (!content) {
      if (data.length > megabyte) throw refuseUpload(`${path}.data`, 'is longer than 1,000,000 characters');
      return { text: asDocument(name, data), kept };
    }
    return { text: asDocument(name, fileText(name, sniff(name, mime, content), content)), kept };
  }

  async #readFile(upload: Upload, path: string): Promise<Part> {
    const content = readUploadContent(upload.data ?? '', path);
    if (!content) throw refuseUpload(`${path}.data`, 'must be a data URI');
    const mediaType = sniff(upload.name, upload.mime ?? '', content);
    if (isText(mediaType)) return this.#readText(upload, path);
    this.#requireUse(mediaType, content.length, path);
    const taken = await this.#parts.chatFiles.put(this.#place, { name: upload.name, content: only(content) });
    return this.#use(taken.name, mediaType, content, {
      type: 'stored-file',
      name: taken.name,
      mime: mediaType,
    });
  }

  async #readStored({ name }: Upload, path: string): Promise<Part> {
    const { mediaType, size } = await this.#parts.chatFiles.find(this.#place, name);
    const content = await this.#parts.chatFiles.read(this.#place, name);
    const kept = { type: 'stored-file', name, mime: mediaType };
    if (isText(mediaType)) return { text: asDocument(name, fileText(name, mediaType, content)), kept };
    this.#requireUse(mediaType, size, path);
    return this.#use(name, mediaType, content, kept);
  }

  async #readAddress({ data = '', name, mime = '' }: Upload, path: string): Promise<Part> {
    const address = URL.parse(data);
    if (!address || !/^https?:$/.test(address.protocol))
      throw refuseUpload(`${path}.data`, 'must be an http or https address');
    this.#requireSwitch(path);
    const options = {
      maxBytes: imageMegabytes * megabyte,
      timeoutMs: addressMs,
      // Addresses that the operator has opened are open to flows, not to their callers.
      isPublicOnly: this.#asked.visitor !== undefined,
      ...(this.#asked.signal && { signal: this.#asked.signal }),
    };
    const response = await this.#parts.egress.fetch(address, {}, options).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'EGRESS_DENIED') throw error;
      throw refuseUpload(`${path}.data`, 'could not be fetched');
    });
    if (!response.ok) throw refuseUpload(`${path}.data`, `answered ${response.status}`);
    const content = Buffer.from(await response.arrayBuffer());
    const shown = toFileName(name || address.pathname);
    const mediaType = sniff(shown, response.headers.get('content-type') ?? mime, content);
    const kept = { type: 'url', name: shown, mime: mediaType, data: address.href };
    if (isText(mediaType)) return { text: asDocument(shown, fileText(shown, mediaType, content)), kept };
    this.#requireUse(mediaType, content.length, path);
    return this.#use(shown, mediaType, content, kept);
  }

  /** A visitor's address is not even fetched where the flow accepts neither pictures nor files. */
  #requireSwitch(path: string): void {
    const { flow, plan, visitor } = this.#asked;
    if (visitor === undefined || seesImages(plan) || attachmentTypes(flow)) return;
    throw refuseUpload(`${path}.type`, 'this flow takes no addresses; its uploads are off');
  }

  #requireUse(mediaType: string, size: number, path: string): void {
    requireUse(this.#asked.flow, this.#asked.plan, { mediaType, size }, path);
  }

  async #use(name: string, mediaType: string, content: Buffer, kept: Part['kept']): Promise<Part> {
    if (!mediaType.startsWith('audio/')) return { image: { name, mediaType, data: content }, kept };
    const { flow, signal } = this.#asked;
    return { spoken: await this.#parts.transcribe(flow, { name, mediaType, content }, signal), kept };
  }
}

/** The type by content; a name without a known extension keeps the claimed one if that is a text type. */
function sniff(name: string, claimed: string, content: Buffer): string {
  const found = mediaTypeOf(toFileName(name), content.subarray(0, headBytes));
  const plain = (claimed.split(';')[0] ?? '').trim().toLowerCase();
  return found === 'text/plain' && isText(plain) ? plain : found;
}

function asDocument(name: string, text: string): string {
  return `<doc name='${name.replaceAll("'", '')}'>${text}</doc>`;
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
