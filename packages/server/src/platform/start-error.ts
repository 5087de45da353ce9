/** Raised at start when the server must not run as things are; its message is all that a person needs. */
export class StartError extends Error {
  override name = 'StartError';
}
