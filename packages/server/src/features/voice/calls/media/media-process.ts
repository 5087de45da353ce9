import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beatMs } from '@tendril/voice/simulated/beaten-clock';
import type { Logger } from 'pino';
import { canGive, giveSocket } from '../../../../platform/http/give-socket.ts';
import type { ServerSocket } from '../../../../platform/http/web-sockets.ts';
import { preferProcess } from '../../../../platform/processes/prefer-process.ts';
import type { SocketLineEvents } from '../socket-line.ts';
import type { FromMedia, ToMedia } from './media-message.ts';
import type { FarCall, MediaPlace } from './media-place.ts';
import { Outbox } from './outbox.ts';
import { type CallerParts, RemoteCaller } from './remote-caller.ts';
import { type CarrierRequest, RemoteCarrier } from './remote-carrier.ts';
import { RemoteLine } from './remote-line.ts';
import { RemoteRtp } from './remote-rtp.ts';

/** A process without calls is ended after this time. */
const idleMs = 60_000;
/** How long it may take to end. */
const endMs = 3000;
/**
 * By themselves V8 lets young objects fill 128 MB, and glibc keeps what each thread has freed: that is most of what 150 calls
 * take otherwise.
 */
const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: String(1024 * 1024) };

export type MediaProcess = ReturnType<typeof createMediaProcess>;

interface MediaParts {
  log: Logger;
  /** Where code that was compiled is kept. */
  codeCache: string;
  /** Counts frames that were not sent in time. */
  onLate(frames: number): void;
  idleMs?: number;
  /** Runs before others where the system allows it, unless nobody listens to its calls. */
  isPreferred?: boolean;
  /** Options of Node for the process, as a profile or a measurement needs them. */
  nodeOptions?: string[];
}

/** The process that carries the sound of this server's calls, so that nothing that the server does makes it late. */
export function createMediaProcess(parts: MediaParts) {
  let running: RunningProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Undefined where no process can be started: the sound is carried in this one then. */
  function start(): RunningProcess | undefined {
    clearTimeout(idle);
    if (running) return running;
    const child = forkMedia(parts);
    running =
      child &&
      new RunningProcess(child, parts, {
        onIdle() {
          idle = setTimeout(() => end(), parts.idleMs ?? idleMs).unref();
        },
        onGone(ended) {
          if (running === ended) running = undefined;
        },
      });
    return running;
  }

  function end(): Promise<void> | undefined {
    clearTimeout(idle);
    const ended = running;
    running = undefined;
    return ended?.end();
  }

  return {
    /** A call is about to come. */
    prepare(): void {
      if (isClosed) return;
      start()?.rest();
    },

    /** The line of a call over a socket; undefined where the socket has to stay here. */
    open(socket: ServerSocket, events: SocketLineEvents): RemoteLine | undefined {
      if (isClosed || !canGive(socket)) return undefined;
      return start()?.add((place) => new RemoteLine(socket, place, events));
    },

    /** The sound of a carrier's stream; undefined where the socket has to stay here. */
    openCarrier(socket: ServerSocket, request: CarrierRequest): RemoteCarrier | undefined {
      if (isClosed || !canGive(socket)) return undefined;
      return start()?.add((place) => new RemoteCarrier(socket, place, request));
    },

    /** The sound of a SIP call, with ports there; undefined where it has to stay here. */
    openRtp(request: ConstructorParameters<typeof RemoteRtp>[1]): RemoteRtp | undefined {
      return isClosed ? undefined : start()?.add((place) => new RemoteRtp(place, request));
    },

    /** A caller of a simulation, with its line; undefined where it has to be here. */
    openCaller(request: CallerParts): RemoteCaller | undefined {
      return isClosed ? undefined : start()?.add((place) => new RemoteCaller(place, request));
    },

    /** The process's number while it runs. */
    processId: (): number | undefined => running?.processId,

    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}

function forkMedia({
  log,
  codeCache,
  isPreferred = true,
  nodeOptions = [],
}: MediaParts): ChildProcess | undefined {
  const child = fork(fileURLToPath(new URL('./media.process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [...memoryFlags, ...nodeOptions],
    env: { NODE_COMPILE_CACHE: codeCache, ...memoryEnvironment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', (error) => log.error({ err: error }, 'the process of calls’ sound has failed'));
  child.unref();
  child.channel?.unref();
  if (child.pid === undefined) return undefined;
  if (isPreferred) preferProcess(child.pid);
  return child;
}

interface RunningEvents {
  onIdle(): void;
  onGone(ended: RunningProcess): void;
}

class RunningProcess {
  readonly #child: ChildProcess;
  readonly #events: RunningEvents;
  readonly #log: Logger;
  readonly #onLate: (frames: number) => void;
  readonly #calls = new Map<number, FarCall>();
  readonly #outbox: Outbox;
  readonly #gone: Promise<void>;
  #lastCall = 0;
  #isEnding = false;
  /** Keeps the clock of simulated calls going. */
  #beats: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, { log, onLate }: MediaParts, events: RunningEvents) {
    this.#onLate = onLate;
    this.#log = log;
    this.#events = events;
    this.#child = child;
    this.#outbox = new Outbox((batch) => this.#send(batch));
    this.#child.on('message', (message) => this.#take(message as FromMedia));
    this.#gone = new Promise((resolve) => {
      this.#child.once('exit', () => {
        resolve();
        this.#lose();
      });
    });
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  add<T extends FarCall>(open: (place: MediaPlace) => T): T {
    this.#lastCall += 1;
    const call = this.#lastCall;
    const added = open({
      call,
      post: (message) => this.#outbox.add(call, message),
      onLate: this.#onLate,
      give: (socket, line, read) => {
        this.#outbox.flush();
        giveSocket(this.#child, socket, { read, message: (head) => ({ type: 'socket', call, head, line }) });
      },
      openRtp: (request) => {
        this.#outbox.flush();
        this.#send({ type: 'rtp', call, request });
      },
      openCaller: (request) => {
        this.#outbox.flush();
        this.#send({ type: 'caller', call, request });
        this.#beats ??= setInterval(() => this.#send({ type: 'beat' }), beatMs).unref();
      },
    });
    this.#calls.set(call, added);
    return added;
  }

  /** Without calls it is ended some time later. */
  rest(): void {
    if (this.#calls.size > 0) return;
    this.#stopBeats();
    this.#events.onIdle();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#outbox.flush();
    if (this.#child.connected) this.#child.disconnect();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), endMs);
    await this.#gone;
    clearTimeout(late);
  }

  #send(message: ToMedia): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromMedia): void {
    switch (message.type) {
      case 'batch':
        for (const [call, one] of message.items) this.#calls.get(call)?.take(one);
        return;
      case 'gone':
        this.#calls.get(message.call)?.lose();
        this.#calls.delete(message.call);
        this.rest();
        return;
      case 'fault':
        this.#log.error({ fault: message }, 'a call’s sound has failed');
    }
  }

  #stopBeats(): void {
    clearInterval(this.#beats);
    this.#beats = undefined;
  }

  #lose(): void {
    this.#stopBeats();
    this.#events.onGone(this);
    const lost = [...this.#calls.values()];
    this.#calls.clear();
    if (lost.length > 0 && !this.#isEnding)
      this.#log.error({ calls: lost.length }, 'the process of calls’ sound has ended');
    for (const call of lost) call.lose();
  }
}
