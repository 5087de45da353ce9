/** Why a document is refused, as a complete sentence. */
export class ParseRefusal extends Error {
  override name = 'ParseRefusal';
}
