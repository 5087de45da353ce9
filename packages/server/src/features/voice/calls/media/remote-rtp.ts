import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { SipSound } from '../sound/sip-sound.ts';
import type { RtpRequest } from './media-message.ts';
import type { MediaPlace } from './media-place.ts';
import { RemoteSound, type SoundOwner } from './remote-sound.ts';

interface RemoteRtpParts extends RtpRequest {
  owner(): SoundOwner;
  /** Nothing has come for too long. */
  onUnheard(): void;
}

/** The packets and the sound of a SIP line, in the media process. */
export class RemoteRtp extends RemoteSound implements SipSound {
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

  start(): void {
    this.link.note('start');
  }

  press(digits: string): void {
    this.link.note('press-here', digits);
  }

  hearKey(key: string): void {
    this.link.note('hear-key', key);
  }

  say(words: AudioFrame): void {
    this.link.note('say', words);
  }

  bridge(other: RemoteRtp): void {
    this.link.note('bridge', other.#call);
  }

  playEarlyTo(other: RemoteRtp): void {
    this.link.note('play-early-to', other.#call);
  }

  adopt(other: RemoteRtp): void {
    this.link.note('adopt', other.#call);
  }
}
