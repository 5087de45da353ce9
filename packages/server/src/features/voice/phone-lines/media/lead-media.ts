import { relaySocket } from '../../../../platform/http/relay-socket.ts';
import type { ServerSocket, SocketData } from '../../../../platform/http/web-sockets.ts';
import type { CarrierLine } from './carrier-line.ts';
import { type MediaStart, readMediaMessage } from './media-message.ts';

/** A socket that does not say at once whose sound it carries is closed. */
const startWithinMs = 5000;
/** A carrier sends 50 frames a second, silence too: after this the line is dead. */
const silentMs = 20_000;
/** Fifty frames, marks and keys a second, and what a stall holds up. */
const messagesPerSecond = 120;
const messageBurst = 2000;
const maxUnsentBytes = 512 * 1024;
/** Sockets that have not said yet whose sound they carry. */
const mostUnknown = 200;

const closeCodes = { over: 1000, refused: 1008 } as const;
const usedToken = 'This token was used, or has expired.';
const lostCodes = new Set([1006, 1011, 1012, 1013, 1014]);
let unknown = 0;

interface MediaPlaces {
  /** The line of a stream, by its first message. */
  find(start: MediaStart): { line: CarrierLine; streamId: string } | undefined;
  /** The other end of the stream at another process, where its line is there; undefined: it is not. */
  openElsewhere?(start: MediaStart): Promise<ServerSocket | undefined> | undefined;
}

/** Leads a carrier's media socket to its line, which its first message names, wherever that is. */
export function leadMedia(socket: ServerSocket, { find, openElsewhere }: MediaPlaces): void {
  let line: CarrierLine | undefined;
  let allowance = messageBurst;
  let heardAt = performance.now();
  const refuse = (why: string) => {
    socket.close(closeCodes.refused, why);
    setTimeout(() => socket.terminate(), startWithinMs).unref();
  };
  if (unknown >= mostUnknown) {
    refuse('Too many at once.');
    return;
  }
  unknown += 1;
  let isUnknown = true;
  const known = () => {
    clearTimeout(late);
    if (isUnknown) unknown -= 1;
    isUnknown = false;
  };
  let isLed = false;
  const late = setTimeout(() => refuse('No start.'), startWithinMs);
  const watch = setInterval(() => {
    allowance = Math.min(messageBurst, allowance + messagesPerSecond);
    if (performance.now() - heardAt > silentMs) socket.terminate();
  }, 1000);
  socket.on('error', () => {});
  socket.on('ping', (data: Buffer) => {
    if (socket.readyState === socket.OPEN) socket.pong(data, false, () => {});
  });
  socket.once('close', (code: number) => {
    known();
    clearInterval(watch);
    line?.finish(lostCodes.has(code) ? 'error_no_audio_received' : 'user_hangup');
  });
  socket.on('message', (data: SocketData, isBinary: boolean) => {
    heardAt = performance.now();
    allowance -= 1;
    if (allowance < 0 || isBinary) return refuse('Not understood.');
    const message = readMediaMessage((data as Buffer).toString('utf8'));
    // What a carrier adds one day must not end its calls.
    if (!message) return;
    if (isLed) return;
    if (line) return line.take(message);
    if (message.event !== 'start') return;
    const far = openElsewhere?.(message);
    if (far) {
      isLed = true;
      passOn(socket, far, data as Buffer)
        .then((isOpen) => {
          known();
          clearInterval(watch);
          if (!isOpen) refuse(usedToken);
        })
        .catch(() => socket.terminate());
      return;
    }
    const found = find(message);
    if (!found || found.line.isOver) return refuse(usedToken);
    known();
    line = found.line;
    line.open(endOf(socket), found.streamId);
  });
}

/** The carrier's socket, as its line uses it. */
function endOf(socket: ServerSocket): Parameters<CarrierLine['open']>[0] {
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
      else socket.send(text, () => {});
    },
    close: () => socket.close(closeCodes.over),
  };
}

/** From here on another process reads the stream, which gets the first message again; resolves with whether it does. */
async function passOn(
  socket: ServerSocket,
  opening: Promise<ServerSocket | undefined>,
  start: Buffer,
): Promise<boolean> {
  socket.pause();
  const far = await opening.catch(() => undefined);
  socket.removeAllListeners('message');
  socket.removeAllListeners('ping');
  socket.resume();
  if (!far) return false;
  if (socket.readyState !== socket.OPEN) {
    far.terminate();
    return true;
  }
  far.send(start, { binary: false }, () => {});
  relaySocket(socket, far);
  return true;
}
