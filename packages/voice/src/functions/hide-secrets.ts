/** Shorter values are words, and hiding them would tear holes into every answer. */
const shortest = 8;

/** Takes secrets out of a text that others will read: an answer may repeat the key it was asked with. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const parts = secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+ /, '')])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest)
    .toSorted((left, right) => right.length - left.length);
  return parts.reduce((hidden, secret) => hidden.replaceAll(secret, '••••'), text);
}
