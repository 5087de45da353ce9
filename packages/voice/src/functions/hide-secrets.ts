/** Shorter values are words, and redacting them would mutilate every answer. */
const shortest = 8;

/** Redacts secrets in a text that others will read: a response may repeat the key of its request. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const parts = secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+ /, '')])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= shortest)
    .toSorted((left, right) => right.length - left.length);
  return parts.reduce((hidden, secret) => hidden.replaceAll(secret, '••••'), text);
}
