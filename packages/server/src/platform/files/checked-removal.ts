import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import { type Content, contentChecks, settleContents } from './content-checks.ts';
import type { ContentStorage } from './content-storage.ts';
import type { RemovalGuard } from './file-store.ts';

const sweepMs = 60_000;

interface CheckedRemovalParts {
  db: Database;
  storage: ContentStorage;
  log: Pick<Logger, 'warn'>;
  /** Whether a removal waits for the storage: not for one across the network. */
  isPrompt: boolean;
}

interface CheckedRemoval extends RemovalGuard {
  /** Looks at everything that is due; any number of processes may do it at once. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** The guard of a storage that several processes share: what is to be looked at stands in the database. */
export function createCheckedRemoval({ db, storage, log, isPrompt }: CheckedRemovalParts): CheckedRemoval {
  const checks = contentChecks(db);
  const underWay = new Set<Promise<void>>();

  const look = (content: Content) => {
    const done = checks
      .look(content, () => storage.remove(content.workspaceId, content.sha256))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'an unused file could not be removed; it is tried again'),
      )
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  };
  const sweep = async () => {
    for (const content of await checks.due()) await look(content);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'looking for unused files failed'));
  }, sweepMs).unref();

  return {
    expect: (workspaceId, sha256) => checks.expect({ workspaceId, sha256 }),
    abandon: (workspaceId, sha256) => settleContents(db, workspaceId, [sha256]),
    async remove(workspaceId, sha256) {
      await checks.schedule({ workspaceId, sha256 });
      const looking = look({ workspaceId, sha256 });
      if (isPrompt) await looking;
    },
    sweep,
    async close() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
