import { RtpSession } from '@tendril/sip/rtp/rtp-session';
import { realClock } from '@tendril/voice/call-clock';
import type { RtpPortPair, RtpPorts } from '../../../../platform/egress/rtp-ports.ts';
import { type MediaProcess, RtpSound, type SipSound } from '../../calls/public.ts';
import type { SipLine } from './sip-line.ts';

interface LineSoundParts {
  ports: RtpPorts;
  /** The same for the process of calls' sound, where that carries it. */
  host: string;
  range: readonly [number, number];
  media: Pick<MediaProcess, 'openRtp'> | undefined;
}

/** A line's sound, at a port. */
interface OpenedSound {
  port: number;
  sound: SipSound;
  /** Frees the port. */
  close(): void;
}

/** Opens the ports of a line: in the process of calls' sound, or here. */
export async function openLineSound(
  { ports, host, range, media }: LineSoundParts,
  signallingAddress: string,
  line: () => SipLine,
): Promise<OpenedSound> {
  let isOpen = false;
  const owner = {
    close: () => line().close(),
    // Before its port is open there is no line.
    abandon: () => isOpen && line().hangUp(),
    transfer: (target: Parameters<SipLine['transfer']>[0]) => line().transfer(target),
  };
  const onUnheard = () => line().endUnheard();
  const far = media?.openRtp({ host, ports: range, signallingAddress, owner: () => owner, onUnheard });
  if (far) {
    const port = await far.takePort();
    isOpen = true;
    return { port, sound: far, close: () => far.close() };
  }
  const sound = new RtpSound({ clock: realClock, onKey: (key) => line().hearKey(key), onUnheard });
  let rtp: RtpSession | undefined;
  const pair: RtpPortPair = await ports.take({
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
  return { port: pair.port, sound, close: () => pair.close() };
}
