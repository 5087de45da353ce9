import { auditRoutes, createAuditService } from '../features/account/audit/public.ts';
import { createLimitService, limitRoutes, measureStored } from '../features/account/limits/public.ts';
import {
  createInvitations,
  createPeopleService,
  createPersonRoles,
  createPersonSessions,
  createRoleService,
  peopleRoutes,
} from '../features/account/people/public.ts';
import type { App } from '../platform/http/app.ts';
import type { BrowserSession } from '../platform/http/session.ts';
import type { SessionFamilies } from '../platform/http/session-families.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { mountSignIn } from './mount-sign-in.ts';

/** Who works here: signing in, one's own account, the people of the workspace and what they have changed. */
export async function mountWorkspace(
  app: App,
  infrastructure: Infrastructure,
  session: BrowserSession,
  families: SessionFamilies,
): Promise<void> {
  const { db, reads, bus, writes, audit, limits, grants } = infrastructure;
  const invitations = createInvitations(db, writes);
  await mountSignIn(app, infrastructure, session, families, invitations);
  const peopleParts = { db, bus, writes, audit, families };
  peopleRoutes(app, {
    people: createPeopleService(peopleParts),
    personRoles: createPersonRoles(peopleParts),
    sessions: createPersonSessions(peopleParts),
    roles: createRoleService(peopleParts),
    invitations,
  });
  measureStored(db, limits);
  limitRoutes(app, createLimitService({ bus, writes, audit, limits, grants }));
  auditRoutes(app, createAuditService(reads));
}
