import type { readIntakeRoom } from '@tendril/contract/api/document-files';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Dropped, PathedFile } from '../files/dropped-files.ts';
import { loaderForFile } from '../source-settings.ts';

type IntakeRoom = Answer<typeof readIntakeRoom>;

/** Why a file of a folder is left out. */
type LeftOutReason = 'hidden' | 'kind' | 'large' | 'empty';

interface LeftOut {
  path: string;
  reason: LeftOutReason;
}

/** What would become of the files of a folder. */
export interface IntakePlan {
  files: readonly PathedFile[];
  bytes: number;
  leftOut: readonly LeftOut[];
  /** The limit of the workspace that has no room for them. */
  overLimit: 'bytes' | 'chunks' | undefined;
  /** What that limit leaves. */
  room: number;
}

/** Sorts the files of a folder into those that can be read and those that are left out, by name and reason. */
export function planIntake(
  { files, hidden }: Dropped,
  loaders: readonly NodeTemplate[],
  { fileBytes, bytesLeft, chunksLeft }: IntakeRoom,
): IntakePlan {
  const leftOut: LeftOut[] = hidden.map((path) => ({ path, reason: 'hidden' }));
  const taken: PathedFile[] = [];
  for (const one of files) {
    const reason = reasonOf(one.file, loaders, fileBytes);
    if (reason) leftOut.push({ path: one.path, reason });
    else taken.push(one);
  }
  const bytes = taken.reduce((sum, { file }) => sum + file.size, 0);
  const isOverBytes = bytesLeft !== null && bytes > bytesLeft;
  // A file that holds anything makes a chunk at least.
  const isOverChunks = chunksLeft !== null && taken.length > chunksLeft;
  const overLimit = isOverBytes ? 'bytes' : isOverChunks ? 'chunks' : undefined;
  const room = (overLimit === 'bytes' ? bytesLeft : chunksLeft) ?? 0;
  return { files: taken, bytes, leftOut, overLimit, room };
}

function reasonOf(
  { name, size }: File,
  loaders: readonly NodeTemplate[],
  fileBytes: number,
): LeftOutReason | undefined {
  if (!loaderForFile(name, loaders)) return 'kind';
  if (size === 0) return 'empty';
  return size > fileBytes ? 'large' : undefined;
}
