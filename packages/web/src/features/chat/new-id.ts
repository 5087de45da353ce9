const bytes = 16;

/** A random id of 32 hex digits; unlike `randomUUID` it also works where the page came without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
