import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { readAuthorNames } from '../../account/people/public.ts';
import { flowVersionStore, type VersionHead } from './flow-versions.store.ts';
import { missingFlow } from './flow-writer.ts';
import { flowStore } from './flows.store.ts';

/** Versions as lists show them: who saved each, which is the draft, which is live. Throws NOT_FOUND. */
export async function toVersionAnswers(
  db: Database,
  scope: Scope,
  flowId: string,
  heads: readonly VersionHead[],
): Promise<FlowVersion[]> {
  const flow = await flowStore(db).find(scope, flowId);
  if (!flow) throw missingFlow();
  const live = flow.publishedVersionId ?? (await flowVersionStore(db).findLastSaved(scope, flowId))?.id;
  const names = await readAuthorNames(
    db,
    scope,
    heads.map((head) => head.author),
  );
  return heads.map(({ note, author, ...head }) => ({
    ...head,
    note: note ?? '',
    author: (author && names.get(author)) ?? '',
    isDraft: head.id === flow.draftVersionId,
    isLive: head.id === live,
  }));
}
