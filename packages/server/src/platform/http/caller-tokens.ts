import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { Caller } from './caller.ts';
import type { Grants } from './grants.ts';

/** As long as what callers may do is kept. */
const cacheMs = 900;
const maxCached = 10_000;
/** What a directory may say of one person. */
const mostGroups = 500;
const mostMembers = 1000;

/** Whom access lists name: what a caller is, as tokens of such lists. */
export interface CallerTokens {
  /**
   * Members are the workspace, themselves by the addresses that count as theirs, and their groups; owners are that too. A
   * key is the workspace and nobody in it: programs hold it. Everybody else is the public.
   */
  of(caller: Caller, scope: Scope): Promise<readonly string[]>;
  /** What the members of a workspace are, for who decides what they read. */
  ofMembers(scope: Scope): Promise<{ name: string; tokens: string[] }[]>;
}

const publicTokens: readonly string[] = ['public'];
const workspaceTokens: readonly string[] = ['public', 'workspace'];

export function createCallerTokens(db: Database, grants: Pick<Grants, 'of'>): CallerTokens {
  const known = new Map<string, { readAt: number; tokens: Promise<readonly string[]> }>();

  async function read(userId: string): Promise<readonly string[]> {
    const [person, identities] = await Promise.all([
      db.selectFrom('user').select(['email', 'emailChangedAt']).where('id', '=', userId).executeTakeFirst(),
      db
        .selectFrom('provider_identity')
        .select(['provenEmail', 'groups'])
        .where('userId', '=', userId)
        .execute(),
    ]);
    if (!person) return [];
    const confirmed = identities.flatMap(({ provenEmail }) => provenEmail ?? []);
    // An address that somebody has given themselves names nobody: it could be anybody's.
    const own = person.emailChangedAt === null ? [person.email] : [];
    const groups = identities.flatMap(({ groups: listed }) => readGroups(listed)).slice(0, mostGroups);
    const addresses = [...own, ...confirmed].map((email) => `user:${email.toLowerCase()}`);
    return [...new Set([...addresses, ...groups.map((group) => `group:${group}`)])];
  }

  function ofPerson(userId: string): Promise<readonly string[]> {
    const now = Date.now();
    const before = known.get(userId);
    if (before && Math.abs(now - before.readAt) < cacheMs) return before.tokens;
    if (known.size >= maxCached) known.clear();
    const entry = { readAt: now, tokens: read(userId) };
    known.set(userId, entry);
    // A failed look is not kept.
    entry.tokens.catch(() => {
      if (known.get(userId) === entry) known.delete(userId);
    });
    return entry.tokens;
  }

  return {
    async of(caller, { workspaceId }) {
      if (caller.kind === 'anonymous' || caller.workspaceId !== workspaceId) return publicTokens;
      if (caller.kind === 'apiKey') return workspaceTokens;
      const [person, permissions] = await Promise.all([ofPerson(caller.userId), grants.of(caller)]);
      return [...workspaceTokens, ...person, ...(permissions.has('workspace:own') ? ['owner'] : [])];
    },

    async ofMembers({ workspaceId }) {
      const members = await db
        .selectFrom('membership')
        .innerJoin('user', 'user.id', 'membership.userId')
        .select(['user.id', 'user.name'])
        .where('membership.workspaceId', '=', workspaceId)
        .orderBy('user.name')
        .limit(mostMembers)
        .execute();
      return Promise.all(
        members.map(async ({ id, name }) => ({
          name,
          tokens: [...workspaceTokens, ...(await ofPerson(id))],
        })),
      );
    },
  };
}

function readGroups(listed: string | null): string[] {
  const groups: unknown = listed === null ? [] : JSON.parse(listed);
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [];
}
