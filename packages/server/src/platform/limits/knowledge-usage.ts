import { AppError } from '@tendril/contract/app-error';
import { leaveToNextCommit } from '../db/commit-sync.ts';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { requireChunkRoom } from './chunk-quota.ts';
import { limitReached } from './limit-reached.ts';
import type { Limits, WorkspaceLimits } from './workspace-limits.ts';
import { addUsage, periodsOf, readUsage } from './workspace-usage.store.ts';

const megabyte = 1024 * 1024;

/** The day's sum of what knowledge bases embed stands beside those of runs. */
const dayOf = (at: number) => `${periodsOf(at).day} knowledge`;

/** Adds tokens that were embedded for knowledge bases to the day of a workspace. */
export async function addKnowledgeTokens(
  db: Database,
  { workspaceId }: Scope,
  tokens: number,
): Promise<void> {
  if (tokens <= 0) return;
  const now = Date.now();
  await db.transaction().execute((trx) => {
    // Beside the vectors, which are committed next.
    leaveToNextCommit(trx);
    return addUsage(trx, [{ workspaceId, tokens, costUsd: 0 }], now, [dayOf(now)]);
  });
}

/** The tokens that knowledge bases have embedded today (UTC). */
export async function readKnowledgeTokens(db: Database, scope: Scope): Promise<number> {
  return (await readUsage(db, scope, dayOf(Date.now()))).tokens;
}

/** The bytes of files of knowledge bases, and the letters of their chunks. */
export async function knowledgeBytes(db: Database, { workspaceId }: Scope): Promise<number> {
  const files = await db
    .selectFrom('file')
    .select((file) => file.fn.sum<number | null>('size').as('total'))
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', '=', 'documentStore')
    .executeTakeFirst();
  const texts = await db
    .selectFrom('document_store_loader')
    .select((loader) => loader.fn.sum<number | null>('totalChars').as('total'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return Number(files?.total ?? 0) + Number(texts?.total ?? 0);
}

/** The bytes that the limit leaves to knowledge bases; infinite where there is none. Throws TOO_LARGE when none are left. */
export async function knowledgeBytesLeft(
  db: Database,
  scope: Scope,
  limits: Pick<WorkspaceLimits, 'of'>,
): Promise<number> {
  const { workspaceKnowledgeMb: most } = await limits.of(scope);
  if (most === 0) return Number.POSITIVE_INFINITY;
  const left = most * megabyte - (await knowledgeBytes(db, scope));
  if (left > 0) return left;
  const message = `This workspace has reached its limit of ${most} MB in knowledge bases. Delete some documents first.`;
  throw new AppError('TOO_LARGE', message, { details: [{ path: 'workspaceKnowledgeMb', message }] });
}

/** Throws TOO_MANY_REQUESTS once the tokens of the day are used up. */
export async function requireKnowledgeTokens(
  db: Database,
  scope: Scope,
  limits: { of(scope: Scope): Promise<Pick<Limits, 'workspaceKnowledgeTokensPerDay'>> },
): Promise<void> {
  const { workspaceKnowledgeTokensPerDay: most } = await limits.of(scope);
  if (most === 0 || (await readKnowledgeTokens(db, scope)) < most) return;
  const now = new Date();
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  throw limitReached({
    ...{ what: '{{most}} tokens a day for knowledge bases', most, resets: 'after 00:00 UTC' },
    retryAfterMs: end - now.getTime(),
  });
}

/** Throws TOO_MANY_REQUESTS or TOO_LARGE once a workspace keeps, or has embedded, as much as its limits allow. */
export async function requireKnowledgeRoom(
  db: Database,
  scope: Scope,
  limits: Pick<WorkspaceLimits, 'of'>,
): Promise<void> {
  await requireChunkRoom(db, scope, limits);
  await knowledgeBytesLeft(db, scope, limits);
  await requireKnowledgeTokens(db, scope, limits);
}
