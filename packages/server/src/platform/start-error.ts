/** Raised when the server must not start in the current state; its message is all that a person needs. */
export class StartError extends Error {
  override name = 'StartError';
}
