import {
  authRoutes,
  createAuthService,
  createIdentityStore,
  createLogoutTokens,
  createMembershipStore,
  createOwnIdentities,
  createOwnSessions,
  createPasskeyCeremonies,
  createPasskeyService,
  createPasskeyStore,
  createPreferenceStore,
  createProfileService,
  createProviderAdmission,
  createProviderClient,
  createProviderSettings,
  createProviderSignIn,
  createProviderSignOuts,
  createProviderStore,
  createRecoveryCodes,
  createSecondFactors,
  createSessionOpening,
  createSignInPolicy,
  createSignInSteps,
  createUserStore,
  factorRoutes,
  passkeyRoutes,
  profileRoutes,
  providerRoutes,
  providerSignOutRoutes,
} from '../features/account/auths/public.ts';
import type { Invitations } from '../features/account/people/public.ts';
import type { App } from '../platform/http/app.ts';
import type { BrowserSession } from '../platform/http/session.ts';
import type { SessionFamilies } from '../platform/http/session-families.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/** Signing in: by password, passkey or provider, with a second factor, and one's own account. */
export async function mountSignIn(
  app: App,
  infrastructure: Infrastructure,
  session: BrowserSession,
  families: SessionFamilies,
  invitations: Invitations,
): Promise<void> {
  const { db, bus, writes, audit, vault, assurance, counters, config, egress, log } = infrastructure;
  const users = createUserStore(db, writes);
  const memberships = createMembershipStore(db);
  const identities = createIdentityStore(db, writes);
  const providers = createProviderStore({ db, writes, vault, config });
  const policy = createSignInPolicy(db, writes, providers);
  const client = createProviderClient(egress);
  const steps = createSignInSteps(db, writes, vault);
  const codes = createRecoveryCodes(db, writes, vault.deriveKey('recovery-codes'));
  const keys = createPasskeyStore(db, writes);
  const ceremonies = createPasskeyCeremonies(steps, keys, log);
  const shared = { db, writes, vault, audit, assurance, users, memberships, identities, families, steps };
  const factors = createSecondFactors({ ...shared, codes, passkeys: keys, ceremonies });
  const { require: requireInvitation, take: takeInvitation } = invitations;
  const opening = createSessionOpening({ ...shared, bus, factors, takeInvitation });
  const parts = { ...shared, factors, opening, policy, ceremonies, counters: counters.exact };
  const auths = createAuthService({ ...parts, requireInvitation, takeInvitation });
  const lookAtInvitation = invitations.look;
  authRoutes(app, { ...parts, auths, session, providers, client, config, lookAtInvitation });
  profileRoutes(app, {
    profiles: createProfileService(parts),
    sessions: createOwnSessions(parts),
    preferenceStore: createPreferenceStore(db, writes),
    session,
  });
  const service = createPasskeyService({ ...parts, passkeys: keys, codes });
  const own = createOwnIdentities({ ...parts, providers, passkeys: keys });
  factorRoutes(app, { ...parts, bus, providers, config, passkeys: service, identities: own });
  passkeyRoutes(app, { service, ceremonies, config });
  const admission = createProviderAdmission({ ...parts, bus, takeInvitation });
  providerRoutes(app, {
    settings: createProviderSettings({ ...parts, providers, client }),
    signIn: createProviderSignIn({ ...parts, providers, client, admission, log }),
    identities: own,
    session,
    config,
  });
  const tokens = createLogoutTokens(egress, client);
  await providerSignOutRoutes(app, createProviderSignOuts({ ...parts, providers, tokens, log }));
}
