import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const sections = ['analytic', 'speechToText', 'textToSpeech', 'followUpPrompts'] as const;

/** The sections of a flow's settings whose providers refer to a stored credential. */
type Sections = Partial<Record<(typeof sections)[number], object | undefined>>;

/**
 * Refuses, at its field, a credential that is not in the workspace; one that was set before may stay, so that the
 * settings of an imported flow can still be saved. Throws INVALID_INPUT.
 */
export async function refuseForeignSecrets(
  db: Database,
  { workspaceId }: Scope,
  changes: Sections,
  present: Sections,
): Promise<void> {
  const kept = new Set(namedSecrets(present).map(({ id }) => id));
  const named = namedSecrets(changes).filter(({ id }) => !kept.has(id));
  if (named.length === 0) return;
  const rows = await db
    .selectFrom('credential')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where(
      'id',
      'in',
      named.map(({ id }) => id),
    )
    .execute();
  const own = new Set(rows.map(({ id }) => id));
  const foreign = named.find(({ id }) => !own.has(id));
  if (!foreign) return;
  const { path } = foreign;
  const message = 'is not a secret of this workspace';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function namedSecrets(settings: Sections): { path: string; id: string }[] {
  return sections.flatMap((section) =>
    Object.entries(settings[section] ?? {}).flatMap(([provider, values]: [string, unknown]) => {
      const id = (values as { credentialId?: unknown } | null)?.credentialId;
      return typeof id === 'string' && id !== '' ? [{ path: `${section}.${provider}.credentialId`, id }] : [];
    }),
  );
}
