import multipart from '@fastify/multipart';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { IncomingFile } from '../files/take-file.ts';
import { discardBody } from './discard-body.ts';

const megabyte = 1024 * 1024;

/** A file of a form, read as a stream. */
export interface FormFile extends IncomingFile {
  /** Name of the form's field. */
  readonly field: string;
}

export interface ReceivedForm<T> {
  /** What `take` returned for each file, in order. */
  files: T[];
  /** The text fields; of several under one name, the last. */
  fields: Record<string, unknown>;
}

/** Lets routes with `files` read multipart forms; every other route refuses them. */
export async function addMultipart(
  fastify: FastifyInstance,
  { uploadFileMb, uploadRequestMb }: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>,
): Promise<void> {
  await fastify.register(multipart, {
    limits: {
      fieldNameSize: 200,
      fieldSize: megabyte,
      fields: 100,
      fileSize: uploadFileMb * megabyte,
      files: 20,
      headerPairs: 50,
      parts: 120,
    },
  });
  // Most requests hold no form: they do not wait for a promise here.
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const refusal = refusalOf(request, uploadRequestMb);
    if (refusal?.code === 'TOO_LARGE') discardBody(request, reply);
    done(refusal ?? null, payload);
  });
}

/** Why a body is not read by this route, if it is not. */
function refusalOf({ headers, routeOptions }: FastifyRequest, uploadMb: number): AppError | undefined {
  const { endpoint } = routeOptions.config;
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  if (isForm && !endpoint?.files)
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  if (!isForm && endpoint?.files === 'only')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data.');
  if (isForm && Number(headers['content-length'] ?? 0) > (uploadMb + 1) * megabyte)
    return new AppError('TOO_LARGE', `An upload may hold at most ${uploadMb} MB.`);
  return undefined;
}

/**
 * Reads a form part by part: each file goes to `take` as it arrives and is never whole in memory. Throws TOO_LARGE past
 * `maxBytes` in total, INVALID_INPUT for a malformed form.
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  maxBytes: number,
  take: (file: FormFile) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const form: ReceivedForm<T> = { files: [], fields: {} };
  const budget = { left: maxBytes };
  const parts = request.parts();
  for (let next = await read(parts); !next.done; next = await read(parts)) {
    const part = next.value;
    // The parser lets parts without a name through, against its own types.
    if (typeof part.fieldname !== 'string')
      throw new AppError('INVALID_INPUT', 'The form has a part without a name.');
    if (part.type === 'file') {
      const content = counted(part.file, budget);
      form.files.push(await take({ field: part.fieldname, name: part.filename, content }));
    } else form.fields[part.fieldname] = plain(part.fieldname, part.value);
  }
  return form;
}

// As in JSON bodies: a PostgreSQL text column accepts no NUL.
function plain(name: string, value: unknown): unknown {
  if (!name.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value;
  throw new AppError('INVALID_INPUT', 'The form contains a NUL character.');
}

async function read<T>(parts: AsyncIterator<T>): Promise<IteratorResult<T>> {
  try {
    return await parts.next();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code.startsWith('FST_')) throw error;
    throw new AppError('INVALID_INPUT', 'The request body is not a valid form.', { cause: error });
  }
}

async function* counted(
  content: AsyncIterable<Buffer> & { truncated: boolean },
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  const parts = content[Symbol.asyncIterator]();
  for (let next = await read(parts); !next.done; next = await read(parts)) {
    budget.left -= next.value.length;
    if (budget.left < 0) throw new AppError('TOO_LARGE', 'The files of this upload are too large in total.');
    yield next.value;
  }
  if (content.truncated) throw new AppError('TOO_LARGE', 'A file is larger than this server allows.');
}
