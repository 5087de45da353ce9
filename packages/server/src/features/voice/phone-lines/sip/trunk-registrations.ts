import type { Registration, RegistrationState } from '@tendril/sip/session/registration';
import type { SipEndpoint } from '@tendril/sip/session/sip-endpoint';
import type { SipPeer } from '@tendril/sip/transaction/sip-peer';
import type { SipTrunk } from './sip-trunk.ts';
import { addressAt } from './sip-trunk.ts';

interface Kept {
  registration: Registration;
  trunk: SipTrunk;
  /** The place of the trunk that is asked, and how many before it have just failed. */
  place: number;
  failed: number;
}

function placeOf(kept: Kept | undefined): SipPeer | undefined {
  return kept?.trunk.peers[kept.place % kept.trunk.peers.length];
}

/** Each place is asked once before it is waited. */
function goOver(kept: Kept | undefined): boolean {
  if (!kept) return false;
  kept.place += 1;
  kept.failed += 1;
  return kept.failed < kept.trunk.peers.length;
}

/** What makes two numbers share one account at a trunk. */
function accountKey({ scope, login, host, peers }: SipTrunk): string {
  const [peer] = peers;
  const { user, password, realm } = login ?? {};
  return JSON.stringify([scope.workspaceId, host, user, password, realm, peer?.transport, peer?.port]);
}

/** Keeps accounts registered: one for all numbers that share it. */
export class TrunkRegistrations {
  readonly #endpoint: SipEndpoint;
  readonly #onState: (trunk: SipTrunk, state: RegistrationState) => void;
  readonly #kept = new Map<string, Kept>();

  constructor(endpoint: SipEndpoint, onState: (trunk: SipTrunk, state: RegistrationState) => void) {
    this.#endpoint = endpoint;
    this.#onState = onState;
  }

  /** Registers what is new, and takes off the register what is gone. */
  keep(trunks: readonly SipTrunk[]): void {
    const wanted = new Map<string, SipTrunk>();
    for (const trunk of trunks)
      if (trunk.number.connection.isRegistered && trunk.login) wanted.set(accountKey(trunk), trunk);
    for (const [key, { registration }] of this.#kept)
      if (!wanted.has(key)) {
        registration.close();
        this.#kept.delete(key);
      }
    for (const [key, trunk] of wanted) {
      const known = this.#kept.get(key);
      if (known) known.trunk = trunk;
      else this.#register(key, trunk);
    }
  }

  /** How it stands with the account of a trunk; undefined: it has none that is registered. */
  stateOf(trunk: SipTrunk): RegistrationState | undefined {
    return this.#kept.get(accountKey(trunk))?.registration.state;
  }

  close(): void {
    this.keep([]);
  }

  #register(key: string, trunk: SipTrunk): void {
    const { login, host, peers } = trunk;
    const [peer] = peers;
    if (!login || !peer) return;
    const registration = this.#endpoint.register({
      ...{ account: addressAt(trunk, login.user), registrar: `sip:${host}`, peer, login },
      locate: async () => placeOf(this.#kept.get(key)) ?? peer,
      failOver: () => goOver(this.#kept.get(key)),
      onState: (state) => {
        const kept = this.#kept.get(key);
        if (kept) kept.failed = 0;
        this.#onState(trunk, state);
      },
    });
    this.#kept.set(key, { registration, trunk, place: 0, failed: 0 });
  }
}
