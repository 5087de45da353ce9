import * as z from 'zod';
import { setting, wholeNumber } from './setting.ts';

const text = z.string().trim().max(1000).optional();
const list = z
  .string()
  .default('')
  .transform((given) =>
    given
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const groupRoles = list.transform((parts, context) =>
  parts.map((part) => {
    const cut = part.lastIndexOf('=');
    if (cut < 1 || cut === part.length - 1) context.addIssue('must be group=role, comma between them');
    return { group: part.slice(0, cut).trim(), roleId: part.slice(cut + 1).trim() };
  }),
);

/** How long sessions last, and an OpenID Connect provider that comes with the server; others are set in the app. */
export const signInSettings = {
  sessionIdleDays: setting(
    'SESSION_IDLE_DAYS',
    '14',
    'Days without use after which a session ends.',
    wholeNumber(14, 1, 365),
  ),
  sessionMaxDays: setting(
    'SESSION_MAX_DAYS',
    '90',
    'Days after which a person signs in again in any case.',
    wholeNumber(90, 1, 3650),
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    'none',
    'Address of an OpenID Connect provider that people sign in with: https://accounts.example.com.',
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', 'none', 'What the provider knows this server as.', text),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    'none',
    'Secret that belongs to OIDC_CLIENT_ID; none for a public client.',
    text,
  ),
  oidcName: setting(
    'OIDC_NAME',
    'the host of OIDC_ISSUER',
    'Name of the provider on its button at sign-in.',
    text,
  ),
  oidcDomains: setting(
    'OIDC_DOMAINS',
    'all',
    'Comma list of mail domains that may sign in with the provider, which is trusted to know whom they belong to.',
    list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
  ),
  oidcNewcomerRole: setting(
    'OIDC_NEWCOMER_ROLE',
    'nobody joins',
    'Role in which people of OIDC_DOMAINS without an account join the first workspace: viewer.',
    text.refine((role) => role !== 'owner', 'cannot be owner'),
  ),
  oidcGroupsClaim: setting(
    'OIDC_GROUPS_CLAIM',
    'none',
    'Claim of the provider that lists a person’s groups.',
    text,
  ),
  oidcGroupRoles: setting(
    'OIDC_GROUP_ROLES',
    'none',
    'Comma list of groups and the roles that they give in the first workspace, the first that fits: staff=builder.',
    groupRoles.refine((roles) => roles.every(({ roleId }) => roleId !== 'owner'), 'cannot give owner'),
  ),
};

interface SignInConfig {
  oidcIssuer?: string | undefined;
  oidcClientId?: string | undefined;
  oidcNewcomerRole?: string | undefined;
  oidcDomains: readonly string[];
}

/** What is missing beside what is set. */
export function findSignInFault(config: SignInConfig): string | undefined {
  if (config.oidcIssuer !== undefined && !config.oidcClientId) return 'OIDC_ISSUER needs OIDC_CLIENT_ID.';
  if (config.oidcNewcomerRole !== undefined && config.oidcDomains.length === 0)
    return 'OIDC_NEWCOMER_ROLE needs OIDC_DOMAINS.';
  return undefined;
}
