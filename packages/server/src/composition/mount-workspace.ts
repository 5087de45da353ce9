import { auditRoutes, createAuditService } from '../features/account/audit/public.ts';
import {
  authRoutes,
  createAuthService,
  createMembershipStore,
  createOwnSessions,
  createPreferenceStore,
  createProfileService,
  createUserStore,
  profileRoutes,
} from '../features/account/auths/public.ts';
import { createLimitService, limitRoutes, measureStored } from '../features/account/limits/public.ts';
import { createInvitations, createPeopleService, peopleRoutes } from '../features/account/people/public.ts';
import type { App } from '../platform/http/app.ts';
import type { BrowserSession } from '../platform/http/session.ts';
import type { SessionFamilies } from '../platform/http/session-families.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/** Who works here: signing in, one's own account, the people of the workspace and what they have changed. */
export function mountWorkspace(
  app: App,
  { db, writes, audit, apiKeys, limits }: Infrastructure,
  session: BrowserSession,
  families: SessionFamilies,
): void {
  const users = createUserStore(db, writes);
  const invitations = createInvitations(db, writes);
  const memberships = createMembershipStore(db);
  const parts = { users, memberships, families, audit };
  const auths = createAuthService({
    ...parts,
    writes,
    requireInvitation: invitations.require,
    takeInvitation: invitations.take,
  });
  authRoutes(app, { auths, users, session, families, audit, lookAtInvitation: invitations.look });
  profileRoutes(app, {
    profiles: createProfileService(parts),
    sessions: createOwnSessions(parts),
    preferenceStore: createPreferenceStore(db, writes),
    session,
  });
  peopleRoutes(app, createPeopleService({ db, writes, audit, families, apiKeys }), invitations);
  measureStored(db, limits);
  limitRoutes(app, createLimitService({ db, writes, audit, limits }));
  auditRoutes(app, createAuditService(db));
  // A removed person's open streams end at once, too.
  families.onEnd((familyIds) => app.streams.endSessions(familyIds));
}
