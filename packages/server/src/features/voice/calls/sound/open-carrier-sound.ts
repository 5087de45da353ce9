import type { ServerSocket, SocketData } from '../../../../platform/http/web-sockets.ts';
import { readCarrierMessage } from './carrier-message.ts';
import { CarrierSound, type CarrierStream } from './carrier-sound.ts';

/** A carrier sends 50 frames a second, silence too: after this the line is dead. */
const silentMs = 20_000;
/** Fifty frames, marks and keys a second, and what a stall holds up. */
const messagesPerSecond = 120;
const messageBurst = 2000;
const maxUnsentBytes = 512 * 1024;
/** How long a close handshake may take before the socket is destroyed. */
const farewellMs = 5000;

const closeCodes = { over: 1000, refused: 1008 } as const;
const lostCodes = new Set([1006, 1011, 1012, 1013, 1014]);

/** Why a stream is over. */
export type StreamEnd = 'user_hangup' | 'error_no_audio_received';

interface StreamSocketEvents {
  onDigit(digit: string): void;
  /** May be called again when the socket closes. */
  onOver(why: StreamEnd): void;
  /** The socket is closed. */
  onClosed?(): void;
}

/** Carries the sound of a line over the socket of its carrier. */
export function openCarrierSound(
  socket: ServerSocket,
  stream: CarrierStream,
  events: StreamSocketEvents,
): CarrierSound {
  let allowance = messageBurst;
  let heardAt = performance.now();
  const close = (code: number, why?: string) => {
    socket.close(code, why);
    setTimeout(() => socket.terminate(), farewellMs).unref();
  };
  const sound = new CarrierSound(
    stream,
    {
      send(text) {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
        else socket.send(text, () => {});
      },
      close: () => close(closeCodes.over),
    },
    { onDigit: events.onDigit, onStop: () => events.onOver('user_hangup') },
  );
  const watch = setInterval(() => {
    allowance = Math.min(messageBurst, allowance + messagesPerSecond);
    if (performance.now() - heardAt > silentMs) socket.terminate();
  }, 1000);
  const count = () => {
    heardAt = performance.now();
    allowance -= 1;
    if (allowance < 0) close(closeCodes.refused, 'Too much at once.');
    return allowance >= 0;
  };
  socket.on('error', () => {});
  socket.on('ping', (data: Buffer) => {
    if (count() && socket.readyState === socket.OPEN) socket.pong(data, false, () => {});
  });
  socket.once('close', (code: number) => {
    clearInterval(watch);
    events.onOver(lostCodes.has(code) ? 'error_no_audio_received' : 'user_hangup');
    sound.lose();
    events.onClosed?.();
  });
  socket.on('message', (data: SocketData, isBinary: boolean) => {
    if (!count()) return;
    if (isBinary) return close(closeCodes.refused, 'Not understood.');
    // What a carrier adds one day must not end its calls.
    const message = readCarrierMessage((data as Buffer).toString('utf8'));
    if (message) sound.take(message);
  });
  return sound;
}
