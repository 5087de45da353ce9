import { AppError } from '@tendril/contract/app-error';
import { carriesSecret, type SentMessage } from './carries-secret.ts';

/** An opened stored secret, and the hosts it may be sent to. */
interface BoundSecret {
  id: string;
  /** The values that must stay secret. */
  values: readonly string[];
  /** Origins; `https://*.example.com` stands for every host below that name. */
  origins: readonly string[];
  /** Called with another origin that requested it. */
  onRefusal?(origin: string): void;
}

/** Outgoing messages must not carry them to other hosts: the secrets of each workspace opened since the start. */
export interface BoundSecrets {
  bind(workspaceId: string, secret: BoundSecret): void;
  /** Throws CREDENTIAL_HOST for a message with a secret that was not stored for its host. */
  check(workspaceId: string, message: SentMessage): void;
}

export function createBoundSecrets(): BoundSecrets {
  const byWorkspace = new Map<string, Map<string, BoundSecret>>();

  return {
    bind(workspaceId, secret) {
      const secrets = byWorkspace.get(workspaceId) ?? new Map<string, BoundSecret>();
      byWorkspace.set(workspaceId, secrets);
      secrets.set(secret.id, secret);
    },
    check(workspaceId, message) {
      const secrets = byWorkspace.get(workspaceId);
      if (!secrets) return;
      const origin = originOf(message.url);
      const allowed = new Set<string>();
      const others: BoundSecret[] = [];
      for (const secret of secrets.values())
        if (mayGo(secret.origins, origin)) for (const value of secret.values) allowed.add(value);
        else others.push(secret);
      for (const secret of others) {
        // The same key may be stored twice, once for each of its servers.
        const isCarried = secret.values.some((value) => !allowed.has(value) && carriesSecret(message, value));
        if (!isCarried) continue;
        secret.onRefusal?.(origin);
        throw refusal(secret.id, origin);
      }
    },
  };
}

/** The origin of an address as secrets are bound to it: for a WebSocket that of the corresponding HTTP server. */
export function originOf(url: URL): string {
  return url.protocol.startsWith('ws') ? new URL(url.href.replace(/^ws/, 'http')).origin : url.origin;
}

function mayGo(origins: readonly string[], origin: string): boolean {
  return origins.some((bound) => {
    const [scheme, below] = bound.split('*.');
    if (below === undefined) return bound === origin;
    return origin.startsWith(scheme ?? '') && origin.endsWith(`.${below}`);
  });
}

function refusal(id: string, origin: string): AppError {
  const message = `The secret chosen here was not stored for ${origin}. Somebody who may change secrets can allow this address under Secrets, or enter the secret again for it.`;
  return new AppError('CREDENTIAL_HOST', message, {
    details: [{ path: `credentials.${id}`, message: origin }],
  });
}
