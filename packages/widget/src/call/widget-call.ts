import type { CallNotice } from '@tendril/contract/voice/call-socket';
import { type CallSocket, openCallSocket } from '../api/call-socket.ts';
import { type CallAudio, openCallAudio } from './call-audio.ts';
import { CallEmitter } from './call-events.ts';
import { CallTranscript } from './call-transcript.ts';

/** Of the server that this script comes from. */
const socketPath = 'api/tendril-agentshub-management/v1/agentshub/calls/socket';

interface StartCallOptions {
  /** The `access_token` of `create-web-call`. */
  accessToken: string;
  /** Where the line is opened, if not at the server of this script: the `socket_url` of the same answer. */
  socketUrl?: string;
  /** For clients of other versions; the line has one rate, and the page's own is converted. */
  sampleRate?: number;
  captureDeviceId?: string;
  playbackDeviceId?: string;
  emitRawAudioSamples?: boolean;
}

/** A spoken call of a page with a voice agent, with the methods and events of Retell's browser client. */
export class RetellWebClient extends CallEmitter {
  isAgentTalking = false;
  #socket: CallSocket | undefined;
  #audio: CallAudio | undefined;
  #transcript = new CallTranscript();
  #isRaw = false;
  #isStarted = false;
  /** Counts calls: what belongs to an earlier one is ignored. */
  #call = 0;

  /** Emits `error`, then `call_ended`, for a call that cannot begin. */
  async startCall(options: StartCallOptions): Promise<void> {
    if (this.#socket) throw new Error('A call is in progress already.');
    const { accessToken, socketUrl, captureDeviceId = '', playbackDeviceId = '' } = options;
    this.#transcript = new CallTranscript();
    this.#isRaw = options.emitRawAudioSamples ?? false;
    this.#isStarted = false;
    const call = ++this.#call;
    const isNow = () => this.#call === call;
    const address = new URL(socketUrl ?? socketPath, import.meta.url);
    const socket = openCallSocket(address, accessToken, {
      onNotice: (notice) => isNow() && this.#take(notice),
      onAudio: (samples) => isNow() && this.#hear(samples),
      onClosed: () => isNow() && this.#end(),
    });
    this.#socket = socket;
    try {
      const audio = await openCallAudio({
        captureDeviceId,
        playbackDeviceId,
        onFrame: (samples) => socket.sendFrame(samples),
        onHeard: (ms) => socket.send({ type: 'played', ms }),
        onGone: () => isNow() && this.#fail('The microphone is gone.'),
      });
      if (!isNow()) return audio.close();
      this.#audio = audio;
      this.#emitReady();
    } catch (error) {
      if (isNow()) this.#fail(error instanceof Error ? error.message || error.name : String(error));
    }
  }

  stopCall(): void {
    this.#socket?.send({ type: 'hang-up' });
    this.#end();
  }

  mute(): void {
    this.#audio?.setMuted(true);
    this.#socket?.send({ type: 'mute' });
  }

  unmute(): void {
    this.#audio?.setMuted(false);
  }

  /** After a click, where the browser has held the sound back until one. */
  async startAudioPlayback(): Promise<void> {
    await this.#audio?.resume();
  }

  #take(notice: CallNotice): void {
    switch (notice.type) {
      case 'ready':
        this.#isStarted = true;
        this.emit('call_started');
        this.#emitReady();
        break;
      case 'clear':
        this.#audio?.clear();
        break;
      case 'metadata':
        this.emit('metadata', { event_type: 'metadata', metadata: notice.metadata });
        break;
      case 'refused':
        this.#fail(notice.message);
        break;
      case 'event':
        this.#takeEvent(notice.event);
        break;
      case 'resumed':
        break;
    }
  }

  /** Line, microphone and loudspeaker open in any order; pages are told of the line first. */
  #emitReady(): void {
    if (this.#isStarted && this.#audio) this.emit('call_ready');
  }

  #takeEvent(event: Extract<CallNotice, { type: 'event' }>['event']): void {
    if (this.#transcript.take(event))
      this.emit('update', { event_type: 'update', transcript: this.#transcript.turns });
    if (event.type === 'agent-speech-start') this.#setTalking(true);
    if (event.type === 'agent-speech-end') this.#setTalking(false);
    if (event.type === 'node-transition')
      this.emit('node_transition', {
        event_type: 'node_transition',
        former_node_id: event.from.id,
        former_node_name: event.from.name,
        new_node_id: event.to.id,
        new_node_name: event.to.name,
        transition_type: 'normal',
      });
    if (event.type === 'call-error') this.emit('error', event.message);
    if (event.type === 'call-end') this.#end();
  }

  #setTalking(isTalking: boolean): void {
    if (isTalking === this.isAgentTalking) return;
    this.isAgentTalking = isTalking;
    this.emit(isTalking ? 'agent_start_talking' : 'agent_stop_talking');
  }

  #hear(samples: Int16Array): void {
    if (this.#isRaw)
      this.emit(
        'audio',
        Float32Array.from(samples, (sample) => sample / (0x7fff + 1)),
      );
    this.#audio?.play(samples);
  }

  #fail(message: string): void {
    this.emit('error', message);
    this.#end();
  }

  /** Closes both, once. */
  #end(): void {
    if (!this.#socket) return;
    this.#call += 1;
    this.#setTalking(false);
    this.#socket.close();
    this.#audio?.close();
    this.#socket = undefined;
    this.#audio = undefined;
    this.emit('call_ended');
  }
}
