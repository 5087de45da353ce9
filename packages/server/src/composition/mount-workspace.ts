import { auditRoutes } from '../features/account/audit/audit.routes.ts';
import { createAuditService } from '../features/account/audit/audit.service.ts';
import { authRoutes } from '../features/account/auths/auths.routes.ts';
import { createAuthService } from '../features/account/auths/auths.service.ts';
import { createMembershipStore } from '../features/account/auths/memberships.store.ts';
import { createOwnSessions } from '../features/account/auths/own-sessions.service.ts';
import { createPreferenceStore } from '../features/account/auths/preferences.store.ts';
import { profileRoutes } from '../features/account/auths/profile.routes.ts';
import { createProfileService } from '../features/account/auths/profile.service.ts';
import { createUserStore } from '../features/account/auths/users.store.ts';
import { createInvitations } from '../features/account/people/invitations.service.ts';
import { peopleRoutes } from '../features/account/people/people.routes.ts';
import { createPeopleService } from '../features/account/people/people.service.ts';
import type { App } from '../platform/http/app.ts';
import type { BrowserSession } from '../platform/http/session.ts';
import type { SessionFamilies } from '../platform/http/session-families.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/** Who works here: signing in, one's own account, the people of the workspace and what they have changed. */
export function mountWorkspace(
  app: App,
  { db, writes, audit, apiKeys }: Infrastructure,
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
  auditRoutes(app, createAuditService(db));
  // Whoever is shut out stops listening at once, too.
  families.onEnd((familyIds) => app.streams.endSessions(familyIds));
}
