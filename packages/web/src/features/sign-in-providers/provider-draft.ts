import type { SentBody } from '@tendril/contract/api/endpoint';
import type { SignInProvider, updateSignInProvider } from '@tendril/contract/api/sign-in-providers';

/** A group and its role, with a key of its own while it is edited. */
export interface GroupRow {
  key: string;
  group: string;
  roleId: string;
}

/** What the form of a provider holds. */
export interface ProviderDraft {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: the present one stays. */
  clientSecret: string;
  /** Separated by commas. */
  domains: string;
  /** Whether people without an account may join. */
  isOpen: boolean;
  roleId: string;
  groupsClaim: string;
  groupRoles: readonly GroupRow[];
}

export function toDraft(provider: SignInProvider | undefined): ProviderDraft {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.allowedDomains.join(', ') ?? '',
    isOpen: provider?.newcomers != null,
    roleId: provider?.newcomers?.roleId ?? 'viewer',
    groupsClaim: provider?.groupsClaim ?? '',
    groupRoles: (provider?.groupRoles ?? []).map((row) => ({ key: crypto.randomUUID(), ...row })),
  };
}

export function toBody(draft: ProviderDraft, workspaceId: string): SentBody<typeof updateSignInProvider> {
  const { isOpen, roleId } = draft;
  const groupsClaim = isOpen && draft.groupsClaim.trim() !== '' ? draft.groupsClaim.trim() : null;
  return {
    name: draft.name,
    issuer: draft.issuer,
    clientId: draft.clientId,
    ...(draft.clientSecret !== '' && { clientSecret: draft.clientSecret }),
    allowedDomains: draft.domains
      .split(/[\s,]+/)
      .map((domain) => domain.replace(/^@/, ''))
      .filter(Boolean),
    newcomers: isOpen ? { workspaceId, roleId } : null,
    groupsClaim,
    groupRoles:
      groupsClaim === null
        ? []
        : draft.groupRoles.map(({ group, roleId: role }) => ({ group, roleId: role })),
  };
}
