import type { AudioFormat, AudioFrame } from '@tendril/voice/audio-format';
import type { AudioTransport, ConnectedLine, LinePause } from '@tendril/voice/audio-transport';
import type { LineSound } from '../sound/line-sound.ts';
import type { MediaLineParts } from './media-line.ts';
import type { LineAbilities } from './media-message.ts';

/** How long the server may take to say why a line has ended. */
const reasonMs = 5000;

interface SoundTransportParts extends LineAbilities, Pick<MediaLineParts, 'link' | 'hangUp'> {
  sound: Pick<LineSound, 'incoming' | 'play' | 'clear' | 'playedMs'> & {
    format: AudioFormat;
    /** What the one says to whom it was put through. */
    readonly bridgedIncoming?: ConnectedLine['incoming'] | undefined;
  };
}

/** The sound of a telephone line as the transport of its session; what its carrier has to do is asked of the server. */
export function soundTransport({
  sound,
  link,
  hangUp,
  canTransfer,
  canPress,
  needsRinging,
  playsHandoff,
}: SoundTransportParts): AudioTransport {
  return {
    format: sound.format,
    incoming: untilReason(sound.incoming, () => hangUp('user_hangup')),
    play: (frame) => sound.play(frame),
    clear: () => sound.clear(),
    playedMs: () => sound.playedMs(),
    close: async () => link.note('close-line'),
    ...(canTransfer && {
      async transfer(target) {
        const isHeard = await link.ask('transfer', [target]);
        const incoming = sound.bridgedIncoming;
        return isHeard === true && incoming ? { incoming, hangUp: () => link.note('part-line') } : undefined;
      },
    }),
    ...{ needsRinging, playsHandoff },
    ...(canPress && { press: (digits) => link.note('press-keys', digits) }),
  };
}

/** Before the end of a line's sound counts as a hang-up, the server may state another reason. */
async function* untilReason(
  incoming: AudioTransport['incoming'],
  leave: () => void,
): AsyncGenerator<AudioFrame | LinePause> {
  yield* incoming;
  await new Promise((resolve) => setTimeout(resolve, reasonMs).unref());
  leave();
}
