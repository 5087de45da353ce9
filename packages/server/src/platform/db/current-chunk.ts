import { type RawBuilder, sql } from 'kysely';

/**
 * Holds for chunks of the edition of their file that is to be found: one that is being put in its place, or was in it
 * before, is listed while its chunks come or go. Chunks without an edition are of the only one of their file.
 */
export function isOfShownEdition(chunk: 'chunk' | 'document_chunk'): RawBuilder<boolean> {
  const own = sql.ref(chunk);
  return sql<boolean>`not exists (select 1 from hidden_edition hidden
    where hidden.edition = coalesce(${own}.edition, ${own}."fileId"))`;
}
