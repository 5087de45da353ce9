import { randomUUID } from 'node:crypto';
import type { Credential, createCredential, updateCredential } from '@tendril/contract/api/credentials';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { Scope } from '../../../platform/db/scope.ts';
import { toCredential } from './credential-answer.ts';
import { type CredentialSafe, missing } from './credential-safe.ts';
import type { CredentialParts } from './credentials.ts';
import { readHosts, refuseElsewhere, withAllowed } from './secret-hosts.ts';
import { checkValues, keyFieldOf, mergeValues, type SecretValues, textValues } from './secret-values.ts';
import { testColumns, testSecret, untestable, untested } from './test-secret.ts';
import { forgottenTokens } from './token-refresher.ts';

/** Creates, changes and deletes stored credentials; on request only after a successful test. */
export function createCredentialWriter(safe: CredentialSafe, parts: CredentialParts) {
  const { egress, findKind, findUses, onChange } = parts;
  const { store } = safe;
  const usesOf = async (scope: Scope, id: string) => (await findUses(scope)).get(id) ?? [];

  const mustPass = passedTest(egress);

  return {
    async create(scope: Scope, given: Body<typeof createCredential>): Promise<Credential> {
      const { name, credentialName, plainDataObj, hosts } = given;
      const kind = await findKind(credentialName);
      if (!kind) throw unknownKind(credentialName);
      const values = mergeValues({}, plainDataObj);
      checkValues(values, kind);
      const tested = given.test ? await mustPass(kind, values) : untested;
      const now = Date.now();
      const head = { id: randomUUID(), workspaceId: scope.workspaceId, name, credentialName };
      const times = { createdAt: now, updatedAt: now };
      const row = {
        ...head,
        ...safe.seal(head, values, kind),
        ...tested,
        ...times,
        connection: null,
        hosts: hostColumn(hosts),
      };
      await store.insert(row);
      return toCredential(row, kind, []);
    },

    async update(scope: Scope, id: string, given: Body<typeof updateCredential>): Promise<Credential> {
      const row = await safe.find(scope, id);
      const kind = await findKind(row.credentialName);
      const before = safe.openForEdit(row);
      const { allowed } = readHosts(row);
      if (given.plainDataObj) refuseElsewhere(before, given.plainDataObj, kind, allowed);
      const values = given.plainDataObj ? mergeValues(before, given.plainDataObj) : before;
      if (given.plainDataObj && kind) checkValues(values, kind);
      const isOther = !isSame(before, values);
      const changes = {
        ...(given.name !== undefined && { name: given.name }),
        ...(given.hosts && { hosts: hostColumn(given.hosts) }),
        // Tests and tokens belong to the previous values.
        ...(isOther ? { ...safe.seal(row, values, kind), ...forgottenTokens, ...untested } : safe.renew(row)),
        ...(given.test && kind && (await mustPass(kind, values))),
        updatedAt: Date.now(),
      };
      await store.update(scope, id, changes);
      onChange(scope);
      return toCredential({ ...row, ...changes }, kind, await usesOf(scope, id));
    },

    /** Allows a credential to be sent to one more server. */
    async allowHost(scope: Scope, id: string, origin: string): Promise<Credential> {
      const row = await store.change(scope, id, (stored) => ({
        hosts: JSON.stringify(withAllowed(readHosts(stored), origin)),
        updatedAt: Date.now(),
      }));
      if (!row) throw missing();
      onChange(scope);
      return toCredential(row, await findKind(row.credentialName), await usesOf(scope, id));
    },

    /** Returns what has no credential from now on. */
    async remove(scope: Scope, id: string) {
      const usedBy = await usesOf(scope, id);
      if (!(await store.remove(scope, id))) throw missing();
      onChange(scope);
      return { usedBy, affected: 1 };
    },
  };
}

/** The columns of a successful test. Throws the failure of an unsuccessful one, at the key's field. */
function passedTest(egress: CredentialParts['egress']) {
  return async (kind: CredentialDefinition, values: SecretValues) => {
    if (!kind.test) throw untestable(kind);
    const outcome = await testSecret(kind.test, textValues(values, kind), egress);
    if (outcome.isOk) return testColumns(outcome);
    const { code, message } = outcome.error;
    const details = [{ path: `plainDataObj.${keyFieldOf(kind) ?? ''}`, message }];
    throw new AppError(code, message, { details });
  };
}

const hostColumn = (allowed: readonly string[]) => JSON.stringify({ allowed, asked: [] });

function isSame(left: SecretValues, right: SecretValues): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => left[name] === right[name]);
}

function unknownKind(name: string): AppError {
  const message = `"${name}" is not a kind of secret`;
  return new AppError('INVALID_INPUT', `credentialName: ${message}`, {
    details: [{ path: 'credentialName', message }],
  });
}
