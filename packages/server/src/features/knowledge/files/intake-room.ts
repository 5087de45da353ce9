import type { readIntakeRoom } from '@tendril/contract/api/document-files';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { Scope } from '../../../platform/db/scope.ts';
import { countChunks } from '../../../platform/limits/chunk-quota.ts';
import { knowledgeBytes } from '../../../platform/limits/knowledge-usage.ts';
import type { KnowledgeService } from '../document-stores/public.ts';

const megabyte = 1024 * 1024;

/** What may still be added to the knowledge bases of a workspace. */
export async function readRoom(
  { parts, files }: Pick<KnowledgeService, 'parts' | 'files'>,
  scope: Scope,
): Promise<Answer<typeof readIntakeRoom>> {
  const { db, limits } = parts;
  const { workspaceKnowledgeMb: megabytes, workspaceChunks: chunks } = await limits.of(scope);
  const left = (most: number, used: number) => Math.max(0, most - used);
  return {
    fileBytes: files.mostBytes,
    bytesLeft: megabytes === 0 ? null : left(megabytes * megabyte, await knowledgeBytes(db, scope)),
    chunksLeft: chunks === 0 ? null : left(chunks, await countChunks(db, scope)),
  };
}
