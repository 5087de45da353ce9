/** Why a document is refused, in words that need nothing before them. */
export class ParseRefusal extends Error {
  override name = 'ParseRefusal';
}
