import { RtpSession } from '@tendril/sip/rtp/rtp-session';
import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { AudioFrame } from '@tendril/voice/audio-format';
import { realClock } from '@tendril/voice/call-clock';
import type { RtpPortPair, RtpPorts } from '../../../../platform/egress/rtp-ports.ts';
import { RtpSound } from '../sound/rtp-sound.ts';
import type { OpenMediaLine } from './media-line.ts';
import type { RtpRequest } from './media-message.ts';
import { soundTransport } from './sound-transport.ts';

const sipAbilities = { canPress: false, needsRinging: false, playsHandoff: true };

interface RtpLineParts {
  ports: RtpPorts;
  /** The sound of another call of this process. */
  soundOf(call: number): RtpSound | undefined;
}

/** The line of a SIP call: its ports, its packets and its sound. Where packets may go the server has decided. */
export function rtpLine({ signallingAddress }: RtpRequest, { ports, soundOf }: RtpLineParts): OpenMediaLine {
  return ({ link, press, hangUp, onClosed }) => {
    let pair: RtpPortPair | undefined;
    let isOver = false;
    const onUnheard = () => link.note('unheard');
    const sound = new RtpSound({ clock: realClock, onKey: press, onUnheard });
    const close = () => {
      if (isOver) return;
      isOver = true;
      sound.close();
      pair?.close();
      onClosed();
    };
    const withOther = (call: number, act: (other: RtpSound) => void) => {
      const other = soundOf(call);
      if (other) act(other);
    };
    return {
      sound,
      transport: {
        ...soundTransport({ sound, link, hangUp, canTransfer: true, ...sipAbilities }),
        // Known when somebody has answered.
        get format() {
          return sound.format;
        },
        press: (digits) => sound.press(digits),
        quality: () => sound.quality(),
        earlyMs: () => sound.earlyMs(),
      },
      handlers: {
        async 'take-port'() {
          let rtp: RtpSession | undefined;
          pair = await ports.take({
            onPacket: (packet, from) => rtp?.receive(packet, from),
            onReport: (packet, from) => rtp?.receiveReport(packet, from),
          });
          rtp = new RtpSession({
            ...{ clock: realClock, wallClock: Date.now, signallingAddress, send: pair.send },
            onSound: (heard) => sound.hear(heard),
            onSilence: () => sound.hearSilence(),
            onKey: (key) => sound.hearKey(key),
          });
          sound.open(rtp);
          if (isOver) pair.close();
          return pair.port;
        },
        agree: (_signal, media: AgreedMedia) => sound.agree(media),
        'start-early': () => sound.startEarly(),
        start: () => sound.start(),
        'press-here': (_signal, digits: string) => sound.press(digits),
        'hear-key': (_signal, key: string) => sound.hearKey(key),
        say: (_signal, words: AudioFrame) => sound.say(words),
        bridge: (_signal, call: number) => withOther(call, (other) => sound.bridge(other)),
        'play-early-to': (_signal, call: number) => withOther(call, (other) => sound.playEarlyTo(other)),
        adopt: (_signal, call: number) => withOther(call, (other) => sound.adopt(other)),
        'close-sound': close,
      },
      get isConnected() {
        return !isOver;
      },
      end: close,
    };
  };
}
