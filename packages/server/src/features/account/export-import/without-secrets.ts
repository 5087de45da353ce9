import type { NodeTemplate } from '@tendril/contract/node/node-template';

const credentialKeys = new Set(['credential', 'FLOWISE_CREDENTIAL_ID']);

/**
 * Settings without what opens something: references to stored secrets wherever they stand, which are passed to `onReference`,
 * and what was entered into a password field of the node.
 */
export function withoutSecrets(
  value: unknown,
  template: NodeTemplate | undefined,
  onReference: (id: string) => void,
): unknown {
  const passwords = new Set(
    (template?.inputs ?? []).filter(({ type }) => type === 'password').map(({ name }) => name),
  );
  const clean = (inner: unknown, isTop: boolean): unknown => {
    if (Array.isArray(inner)) return inner.map((one) => clean(one, false));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).flatMap(([key, one]) => {
        if (isTop && passwords.has(key)) return [];
        if (!credentialKeys.has(key)) return [[key, clean(one, false)]];
        if (typeof one === 'string' && one !== '') onReference(one);
        return [];
      }),
    );
  };
  return clean(value, true);
}
