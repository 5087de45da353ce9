import { type PredictionBody, questionUpload } from '@tendril/contract/api/predictions';
import { runSource } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { QuestionImage } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import type { RunnableFlow } from '../flows/public.ts';
import type { AbandonedRun, ContinueRun } from '../runs/public.ts';
import { callersOfRun } from './flow-callers.ts';
import type { ReadyVersion } from './flow-plans.ts';
import { goesOnAfterCrash } from './goes-on-after-crash.ts';
import type { PrepareParts } from './prepare-turn.ts';
import type { RememberedRequest } from './remembered-request.ts';
import { type FinishedTurn, type Preparation, turnOf, type turnRunner } from './turn-runner.ts';

type Parts = Pick<PrepareParts, 'plans' | 'variables' | 'uploads'>;

/**
 * Prepares runs to go on whose process has died. Those of flows that do not want it, of versions that are gone, and with
 * files that only the lost request held, do not.
 */
export function createContinueRun(
  parts: Parts,
  { execute }: Pick<ReturnType<typeof turnRunner>, 'execute'>,
): ContinueRun<FinishedTurn> {
  return async (abandoned) => {
    const { run: row, progress } = abandoned;
    const flow = await parts.plans.find(row.flowId);
    if (flow?.workspaceId !== row.workspaceId || !goesOnAfterCrash(flow)) return undefined;
    const remembered = (progress.find(({ kind }) => kind === 'request')?.value ?? {}) as RememberedRequest;
    if (remembered.isBoundToForm) return undefined;
    const version = await findVersion(parts, flow, row.versionId);
    if (!version) return undefined;
    const prepared = await prepare(parts, abandoned, flow, version, remembered);
    return { turn: turnOf(prepared), execute: (run) => execute(run, prepared, progress) };
  };
}

async function findVersion(
  { plans }: Parts,
  flow: RunnableFlow,
  versionId: string | null,
): Promise<ReadyVersion | undefined> {
  if (versionId === null) return undefined;
  try {
    return await plans.plan(flow, versionId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function prepare(
  parts: Parts,
  { run: row, question }: AbandonedRun,
  flow: RunnableFlow,
  version: ReadyVersion,
  remembered: RememberedRequest,
): Promise<Preparation> {
  const { history, overrides, attachment = '', resumption, trigger } = remembered;
  const fileUploads = question?.fileUploads ?? null;
  return {
    admitted: { flow, version, callers: callersOfRun(row) },
    conversation: { chatId: row.chatId, sessionId: row.sessionId },
    question: row.question,
    history,
    variables: await parts.variables(flow),
    overrides: overrides ?? { variables: {}, values: {} },
    attachment,
    provided: { images: await readImages(parts, flow, version, row.chatId, fileUploads, remembered) },
    isStreaming: version.plan.canStream,
    ...(trigger && { trigger }),
    ...(resumption && { resumption }),
    ...(row.source === 'canvas' && { canvas: { request: { usesPins: true }, planned: [] } }),
    turn: {
      source: runSource.safeParse(row.source).data ?? 'api',
      chatType: question?.chatType === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL',
      leadEmail: question?.leadEmail ?? null,
      fileUploads,
      ...(row.resumes && { resumes: row.resumes }),
      ...(row.parentId && { parentId: row.parentId }),
    },
  };
}

const storedUploads = z.array(questionUpload);

/** The pictures that came with the question; what was text among the files is in the attachment already. */
async function readImages(
  { uploads }: Parts,
  flow: RunnableFlow,
  { plan }: ReadyVersion,
  chatId: string,
  fileUploads: string | null,
  { visitor }: RememberedRequest,
): Promise<QuestionImage[]> {
  if (fileUploads === null) return [];
  const stored: PredictionBody['uploads'] = storedUploads.safeParse(JSON.parse(fileUploads)).data ?? [];
  const pictures = stored.filter(({ mime = '' }) => mime.startsWith('image/'));
  if (pictures.length === 0) return [];
  return (await uploads.take({ flow, plan, chatId, visitor }, pictures)).images;
}
