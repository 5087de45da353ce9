import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The name of an embedded database whose rows were moved to PostgreSQL. */
export const grownDatabaseName = 'tendril.db.grown';

/** An empty database in its place would look as if everything was gone. */
export function refuseGrownHome(home: string): void {
  if (existsSync(join(home, 'tendril.db')) || !existsSync(join(home, grownDatabaseName))) return;
  throw new StartError(
    `What was in ${home} has been moved to PostgreSQL: set DATABASE_URL. To come back, run "tendril grow --back".`,
  );
}
