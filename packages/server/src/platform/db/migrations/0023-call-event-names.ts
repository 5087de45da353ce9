import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of stored call events, as they were named and as they are. */
const names = [
  ['earMs', 'sttMs'],
  ['brainMs', 'llmMs'],
  ['mouthMs', 'ttsMs'],
  ['ear', 'recognizer'],
  ['mouth', 'synthesizer'],
] as const;

/** Inside a text a quote is escaped, so only keys match. */
export const callEventNames: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const payload = names.reduce(
      (text, [before, after]) => sql`replace(${text}, ${`"${before}":`}, ${`"${after}":`})`,
      sql`payload`,
    );
    await sql`update event set payload = ${payload} where kind in ('call-start', 'agent-turn')`.execute(db);
  },
};
