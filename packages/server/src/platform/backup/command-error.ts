/** An error of a command that a person can act on: printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
