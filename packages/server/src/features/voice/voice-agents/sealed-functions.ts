import { storedValueMask } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { hasSameReceiver, otherReceiver } from './function-receiver.ts';

type Change = (slot: string, value: string) => string;

const secretHeader =
  /auth|cookie|secret|token|passw|credential|session|signature|api[-_]?key|(^|[-_])key($|[-_])/i;
const places = /\{\{[^{}]+\}\}/g;
const scheme = /^\s*(bearer|basic|token)\b/i;

/** A header that holds a credential; one that consists of variables alone holds none. */
const isSecretHeader = (name: string, value: string) =>
  secretHeader.test(name) && value.replace(places, '').replace(scheme, '').trim() !== '';

/** Maps each secret of a function: a calendar's key, and headers that authenticate a request. */
function changeSecrets(asked: VoiceFunction, change: Change): VoiceFunction {
  const unlessEmpty: Change = (slot, value) => (value === '' ? '' : change(slot, value));
  if (asked.type === 'check_availability_cal' || asked.type === 'book_appointment_cal')
    return { ...asked, calApiKey: unlessEmpty('calApiKey', asked.calApiKey) };
  if (asked.type !== 'custom') return asked;
  const headers = Object.entries(asked.headers).map(([name, value]) => [
    name,
    isSecretHeader(name, value) ? unlessEmpty(`headers.${name}`, value) : value,
  ]);
  return { ...asked, headers: Object.fromEntries(headers) as Record<string, string> };
}

/** Functions as the API returns them: the right to change a secret is not the right to read it. */
export function maskFunctions(stored: readonly VoiceFunction[]): VoiceFunction[] {
  return stored.map((one) => changeSecrets(one, () => storedValueMask));
}

/** Functions for export, without their secrets. */
export function emptyFunctions(functions: readonly VoiceFunction[]): VoiceFunction[] {
  return functions.map((one) => changeSecrets(one, () => ''));
}

/** Bound to the function's id and not to the agent's record: versions and copies of an agent keep the seal. */
const placeOf = ({ workspaceId }: Scope, { id, name }: VoiceFunction, slot: string): SealedPlace => ({
  workspaceId,
  column: 'voice_llm.functions',
  key: `${id} ${slot}`,
  label: `“${slot}” of the function “${name}”`,
  remedy: 'Enter it again in the voice agent.',
});

/** Functions with their secrets in clear text. */
export function openFunctions(vault: Vault, scope: Scope, stored: readonly VoiceFunction[]): VoiceFunction[] {
  return stored.map((one) =>
    changeSecrets(one, (slot, value) => vault.open(placeOf(scope, one, slot), value)),
  );
}

/**
 * Functions for storage. A mask keeps what is stored under the function's id, wherever it is now and whatever it is
 * called; a retyped secret with the same value keeps its seal, so that nothing looks changed. Throws INVALID_INPUT for
 * a mask without a stored value, and for one whose secret would be sent to another address than it was stored for.
 */
export function sealFunctions(
  vault: Vault,
  scope: Scope,
  sent: readonly VoiceFunction[],
  stored: readonly VoiceFunction[],
): VoiceFunction[] {
  const before = new Map<string, { value: string; owner: VoiceFunction }>();
  for (const owner of stored)
    changeSecrets(owner, (slot, value) => {
      before.set(`${owner.id} ${slot}`, { value, owner });
      return value;
    });
  return sent.map((one, index) =>
    changeSecrets(one, (slot, value) => {
      const place = placeOf(scope, one, slot);
      const kept = before.get(`${one.id} ${slot}`);
      if (value === storedValueMask) {
        if (kept === undefined) throw refuseMask(`functions.${index}.${slot}`, notStored);
        if (!hasSameReceiver(one, kept.owner)) throw refuseMask(`functions.${index}.${slot}`, otherReceiver);
        return vault.renew(place, kept.value);
      }
      if (kept !== undefined && vault.tryOpen(place, kept.value) === value)
        return vault.renew(place, kept.value);
      return vault.seal(place, value);
    }),
  );
}

const notStored = 'stands for a stored value, but none is stored for this function: type it again';

function refuseMask(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
