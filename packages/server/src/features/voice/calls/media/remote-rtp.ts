import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { LineRtp } from '../sound/rtp-sound.ts';
import type { RtpRequest } from './media-message.ts';
import type { MediaPlace } from './media-place.ts';
import { RemoteSound, type SoundOwner } from './remote-sound.ts';

interface RemoteRtpParts extends RtpRequest {
  owner(): SoundOwner;
  /** Nothing has come for too long. */
  onUnheard(): void;
}

/** The packets and the sound of a SIP line, in the media process. */
export class RemoteRtp extends RemoteSound implements LineRtp {
  readonly heardAt = undefined;
  readonly quality = undefined;
  readonly #call: number;

  constructor(place: MediaPlace, { owner, onUnheard, ...request }: RemoteRtpParts) {
    super(place, owner, { unheard: () => onUnheard() });
    this.#call = place.call;
    place.openRtp(request);
  }

  /** Opens its port. Throws when every port is taken. */
  async takePort(): Promise<number> {
    return (await this.link.ask('take-port', [])) as number;
  }

  agree(media: AgreedMedia): void {
    this.link.note('agree', media);
  }

  startEarly(): void {
    this.link.note('start-early');
  }

  /** Somebody has answered. */
  start(): void {
    this.link.note('start');
  }

  /** Frames leave there. */
  tick(): boolean {
    return true;
  }

  press(digits: string): boolean {
    this.link.note('press-here', digits);
    return true;
  }

  /** A key that came in the signalling. */
  hearKey(key: string): void {
    this.link.note('hear-key', key);
  }

  /** From here on the other side talks to that of another line. */
  bridge(other: RemoteRtp): void {
    this.link.note('bridge', other.#call);
  }

  /** The conversation goes on with the other side of another line. */
  adopt(other: RemoteRtp): void {
    this.link.note('adopt', other.#call);
  }
}
