import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import type { CarrierStream } from '../sound/carrier-sound.ts';
import type { StreamEnd } from '../sound/open-carrier-sound.ts';
import type { MediaPlace } from './media-place.ts';
import { abilitiesOf, RemoteSound, type SoundOwner } from './remote-sound.ts';

export interface CarrierRequest {
  readonly stream: CarrierStream;
  /** What was read of the socket since its handshake. */
  readonly read: Uint8Array;
  readonly owner: SoundOwner;
  onOver(why: StreamEnd): void;
}

/** The media stream of a carrier, in the media process. */
export class RemoteCarrier extends RemoteSound {
  constructor(socket: ServerSocket, place: MediaPlace, { stream, read, owner, onOver }: CarrierRequest) {
    super(place, () => owner, { over: (_signal, why: StreamEnd) => onOver(why) });
    place.give(socket, { kind: 'carrier', ...stream, ...abilitiesOf(owner) }, read);
  }
}
