// What other features and the composition may use of this one.
export { authRoutes } from './auths.routes.ts';
export { createAuthService } from './auths.ts';
export { createMembershipStore } from './memberships.store.ts';
export { createOwnSessions } from './own-sessions.ts';
export { hashPassword } from './password.ts';
export { createPreferenceStore } from './preferences.store.ts';
export { profileRoutes } from './profile.routes.ts';
export { createProfileService } from './profile.ts';
export { createUserStore } from './users.store.ts';
