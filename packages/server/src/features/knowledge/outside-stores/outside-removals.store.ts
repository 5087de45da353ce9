import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';

/** The vectors that are gone here, and have to be deleted elsewhere; the database notes each as it goes. */
export function outsideRemovalStore(db: Database | DatabaseTransaction) {
  return {
    /** Some of the vectors that are to be deleted there. */
    async list(outsideId: string, most: number): Promise<number[]> {
      const rows = await db
        .selectFrom('outside_removal')
        .select('vectorSeq')
        .where('outsideId', '=', outsideId)
        .orderBy('vectorSeq')
        .limit(most)
        .execute();
      return rows.map(({ vectorSeq }) => vectorSeq);
    },

    async count(outsideId: string): Promise<number> {
      const { count } = await db
        .selectFrom('outside_removal')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('outsideId', '=', outsideId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** They have been deleted there. */
    async forget(outsideId: string, seqs: readonly number[]): Promise<void> {
      if (seqs.length === 0) return;
      await db
        .deleteFrom('outside_removal')
        .where('outsideId', '=', outsideId)
        .where('vectorSeq', 'in', seqs)
        .execute();
    },
  };
}
