import { type PredictionBody, predictionBody } from '@tendril/contract/api/predictions';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { isText } from '../../../platform/files/media-type.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import { type TakeFile, withTakenFiles } from '../../../platform/files/with-taken-files.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { AskedForm, QuestionForm, QuestionForms } from '../predictions/public.ts';
import { assignFiles, loaderFor } from './assign-files.ts';
import type { ChatFiles, ChatPlace } from './chat-files.ts';
import { requireUse } from './require-use.ts';
import { type FileLoader, replaceableLoaders } from './upload-rules.ts';

const megabyte = 1024 * 1024;
const jsonFields = ['overrideConfig', 'history', 'uploads', 'action'];

interface QuestionFormParts {
  db: Database;
  chatFiles: ChatFiles;
  files: FileStore;
  quota: FileQuota;
  config: Pick<Config, 'uploadFileMb' | 'uploadRequestMb'>;
  readFlowFile(flow: RunnableFlow, name: string): Promise<Uint8Array>;
}

/**
 * Questions with `files`: a file replaces that of a loader where the owner lets callers override it, otherwise it is
 * attached.
 */
export function createQuestionForms(parts: QuestionFormParts): QuestionForms {
  const { chatFiles, quota, config, readFlowFile } = parts;

  return {
    read: (asked, request) => withTakenFiles(parts, asked.flow, (take) => readForm(asked, request, take)),
  };

  async function readForm(
    { flow, version: { plan }, visitor }: AskedForm,
    request: FastifyRequest,
    take: TakeFile,
  ): Promise<QuestionForm> {
    const most = Math.min(config.uploadRequestMb * megabyte, await quota(flow));
    const form = await receiveForm(request, most, (file) => take(file, config.uploadFileMb * megabyte));
    const asked = parseInput(predictionBody, withJson(form.fields)) as PredictionBody;
    const named = chatOf(asked);
    const chatId = visitor?.chatOf(named) ?? named;
    const place = { workspaceId: flow.workspaceId, flowId: flow.id, chatId, visitor: visitor?.from };
    const loaders = replaceableLoaders(flow, plan);
    for (const [index, file] of form.files.entries())
      if (!isLoaded(file, loaders)) requireUse(flow, plan, file, `files.${index}`);
    const own: TakenFile[] = [];
    for (const file of form.files) own.push(await chatFiles.adopt(place, file));
    const { ValueCache } = await import('@tendril/engine/value-cache');
    return {
      body: withFiles({ ...asked, chatId: named }, own, loaders),
      // Values of its own: two files of the same name must not be confused.
      plan: { ...plan, values: new ValueCache() },
      provided: { readFile: (name) => readFile(place, own, name, () => readFlowFile(flow, name)) },
    };
  }

  async function readFile(
    place: ChatPlace,
    own: readonly TakenFile[],
    name: string,
    otherwise: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return own.some((file) => file.name === name) ? chatFiles.read(place, name) : otherwise();
  }
}

/** Forms carry objects as JSON text. */
function withJson(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read = { ...fields };
  for (const name of jsonFields) {
    const value = fields[name];
    if (typeof value === 'string')
      read[name] = value.trim() === '' ? undefined : parseGuardedJson(value, name);
  }
  return read;
}

function chatOf({ chatId, sessionId, overrideConfig }: PredictionBody): string {
  const wanted = overrideConfig?.['sessionId'];
  return (
    chatId ?? (typeof wanted === 'string' && wanted ? wanted : undefined) ?? sessionId ?? mintOrderedId()
  );
}

/** Whether a file replaces that of a loader. */
function isLoaded({ name, mediaType }: TakenFile, loaders: readonly FileLoader[]): boolean {
  return isText(mediaType) && loaderFor(name, loaders) !== undefined;
}

function withFiles(
  body: PredictionBody,
  files: readonly TakenFile[],
  loaders: readonly FileLoader[],
): PredictionBody {
  const loaded = files.filter((file) => isLoaded(file, loaders));
  const along = files.filter((file) => !isLoaded(file, loaders));
  return {
    ...body,
    ...(loaded.length > 0 && { overrideConfig: { ...body.overrideConfig, ...assignFiles(loaded, loaders) } }),
    ...(along.length > 0 && {
      uploads: [
        ...(body.uploads ?? []),
        ...along.map(({ name, mediaType }) => ({ type: 'stored-file' as const, name, mime: mediaType })),
      ],
    }),
  };
}
