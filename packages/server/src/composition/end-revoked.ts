import type { Holder } from '../platform/db/column.ts';
import type { SessionFamilies } from '../platform/http/session-families.ts';
import type { StreamRegistry } from '../platform/http/stream-registry.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/**
 * Ends what was opened with a session or key that has ended, in whichever process that happened. Returns whether one has
 * not.
 */
export function endRevoked(
  { bus, apiKeys, log }: Pick<Infrastructure, 'bus' | 'apiKeys' | 'log'>,
  families: Pick<SessionFamilies, 'forget' | 'isAlive'>,
  streams: Pick<StreamRegistry, 'end' | 'holders'>,
): (holder: Holder) => Promise<boolean> {
  const isAlive = (holder: Holder): Promise<boolean> => {
    const [kind, id] = partsOf(holder);
    return kind === 'session' ? families.isAlive(id) : apiKeys.isAlive(id);
  };

  function forget(holder: Holder): void {
    const [kind, id] = partsOf(holder);
    if (kind === 'session') families.forget(id);
    else apiKeys.forget(id);
  }

  function end(holder: Holder): void {
    forget(holder);
    streams.end(holder);
  }

  // It may only have been changed.
  function endIfOver(holder: Holder): void {
    forget(holder);
    if (!streams.holders().has(holder)) return;
    isAlive(holder).then(
      (is) => is || streams.end(holder),
      (error: unknown) => log.error({ err: error }, 'whether a session or key has ended is unknown'),
    );
  }

  bus.subscribe('end-session', ({ familyId }) => end(`session:${familyId}`));
  bus.subscribe('end-key', ({ keyId }) => end(`key:${keyId}`));
  bus.subscribe('revised', ({ what, id }) => {
    if ((what === 'session' || what === 'key') && id !== undefined) endIfOver(`${what}:${id}`);
  });
  bus.onGap(() => {
    families.forget();
    apiKeys.forget();
    for (const holder of streams.holders()) endIfOver(holder);
  });
  return isAlive;
}

function partsOf(holder: Holder): [kind: 'session' | 'key', id: string] {
  const at = holder.indexOf(':');
  return [holder.startsWith('session:') ? 'session' : 'key', holder.slice(at + 1)];
}
