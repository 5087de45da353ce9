import type { CallEvent } from '@tendril/contract/call-event';
import type { OpenSocket } from '@tendril/contract/provider/outbound-socket';
import type { ReplyPart, ReplyRequest, SpokenTurn } from '@tendril/voice/responder';
import { ResponderFailure } from '@tendril/voice/responder-failure';
import type { CallResponder, ResponderCall } from './call-responder.ts';
import { CustomLlmLine } from './custom-llm-line.ts';
import { type CustomLlmReply, type LlmMessage, partsOf, toTranscripts } from './custom-llm-protocol.ts';
import { ReplyStream } from './reply-stream.ts';

/** A server that does not greet lets the caller speak first. */
const greetingMs = 5000;
const answerMs = 30_000;
const interimEveryMs = 250;

/** Connects to a custom LLM. Throws a ResponderFailure when it cannot be reached. */
export async function openCustomLlm(
  call: ResponderCall,
  url: string,
  openSocket: OpenSocket,
): Promise<CallResponder> {
  const responder = new CustomLlm(call, url, openSocket);
  await responder.open();
  return responder;
}

/** The address of a call's socket: its id is a part of the path. */
export function customLlmAddress(url: string, callId: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/(?<!\/)\/+$/, '')}/${callId}`;
  return address.href;
}

/**
 * A program of the owner's that answers over Retell's protocol: each reply has a number, and a newer one ends the
 * older.
 */
class CustomLlm implements CallResponder {
  readonly isDemo = false;
  readonly #call: ResponderCall;
  readonly #line: CustomLlmLine;
  /** What both sides have said, according to the call's events. */
  readonly #turns: SpokenTurn[] = [];
  readonly #tools = new Map<string, { name: string; arguments: string; startedAt: number }>();
  /** Number 0 is the greeting, which the server sends unasked. */
  #reply = new ReplyStream(0);
  /** Text that the server wants spoken outside of a reply. */
  #unasked: ReplyPart[] = [];
  #turn = 0;
  #lastId = 0;
  #hasTools = false;
  #interimAt = Number.NEGATIVE_INFINITY;

  constructor(call: ResponderCall, url: string, openSocket: OpenSocket) {
    this.#call = call;
    this.#line = new CustomLlmLine({
      url: customLlmAddress(url, call.callId),
      openSocket,
      onMessage: (message) => this.#take(message),
      onReopen: () => this.#update(),
      onLost: (reason, message) => {
        call.emit({ type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message });
        this.#reply.complete();
        call.hangUp(reason);
      },
    });
  }

  async open(): Promise<void> {
    try {
      await this.#line.open();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new ResponderFailure(
        'error_llm_websocket_open',
        `The custom LLM could not be opened: ${message}`,
      );
    }
  }

  async *reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    const { cause, turns, signal } = request;
    this.#turn = request.turn;
    const isGreeting = cause === 'greeting' && this.#lastId === 0;
    if (!isGreeting) this.#ask(cause, turns);
    const stream = this.#reply;
    yield* this.#unasked.splice(0);
    yield* stream.read(signal, isGreeting ? greetingMs : answerMs, () => {
      if (isGreeting) stream.complete();
      else stream.fail(new Error('The custom LLM has sent no answer in time.'));
    });
  }

  observe(event: CallEvent): void {
    switch (event.type) {
      case 'user-turn':
        this.#turns.push({ speaker: 'caller', text: event.text });
        // Turns that were taken over are sent with the first question.
        if (!event.isReplayed) this.#update('agent_turn');
        return;
      case 'agent-turn':
        if (event.text !== '') this.#turns.push({ speaker: 'agent', text: event.text });
        if (!event.isReplayed) this.#update('user_turn');
        return;
      case 'agent-speech-start':
        this.#update('agent_turn');
        return;
      case 'user-speech-start':
        this.#update('user_turn');
        return;
      case 'transcript-interim':
        this.#updateInterim(event.text);
        return;
      default:
    }
  }

  close(): void {
    this.#reply.complete();
    this.#line.close();
  }

  #ask(cause: ReplyRequest['cause'], turns: readonly SpokenTurn[]): void {
    this.#lastId += 1;
    this.#reply.complete();
    this.#reply = new ReplyStream(this.#lastId);
    this.#line.send({
      interaction_type: cause === 'reminder' ? 'reminder_required' : 'response_required',
      response_id: this.#lastId,
      // The server's own tools are known here alone.
      ...toTranscripts(this.#hasTools ? this.#turns : turns, this.#hasTools),
    });
  }

  #update(turntaking?: 'agent_turn' | 'user_turn', turns: readonly SpokenTurn[] = this.#turns): void {
    this.#line.send({
      interaction_type: 'update_only',
      ...toTranscripts(turns, this.#hasTools),
      ...(turntaking && { turntaking }),
    });
  }

  #updateInterim(text: string): void {
    const now = performance.now();
    if (now - this.#interimAt < interimEveryMs) return;
    this.#interimAt = now;
    this.#update(undefined, [...this.#turns, { speaker: 'caller', text }]);
  }

  #take(message: LlmMessage): void {
    switch (message.response_type) {
      case 'config':
        this.#hasTools = message.config.transcript_with_tool_calls === true;
        if (message.config.auto_reconnect) this.#line.keepAlive();
        if (message.config.call_details)
          this.#line.send({ interaction_type: 'call_details', call: this.#call.describe() });
        return;
      case 'response':
        // An answer to a question that is no longer asked.
        if (message.response_id === this.#reply.id) this.#emit(message);
        return;
      case 'agent_interrupt':
        if (this.#reply.isComplete) this.#unasked.push(...partsOf(message));
        else this.#emit(message);
        return;
      case 'tool_call_invocation':
      case 'tool_call_result':
        this.#noteTool(message);
        return;
      case 'metadata':
        this.#call.notifyPage({ type: 'metadata', metadata: message.metadata });
        return;
      case 'update_agent':
        this.#change(message.agent_config);
        return;
      case 'ping_pong':
    }
  }

  #emit(message: CustomLlmReply): void {
    this.#reply.push(partsOf(message));
    if (message.content_complete) this.#reply.complete();
  }

  #noteTool(message: Extract<LlmMessage, { response_type: `tool_call_${string}` }>): void {
    const [turn, toolId] = [this.#turn, message.tool_call_id];
    if (message.response_type === 'tool_call_invocation') {
      const { name, arguments: given } = message;
      this.#tools.set(toolId, { name, arguments: given, startedAt: performance.now() });
      this.#call.emit({ type: 'tool-start', turn, toolId, name, arguments: given });
      return;
    }
    const asked = this.#tools.get(toolId);
    const name = asked?.name ?? '';
    const ms = asked ? Math.round(performance.now() - asked.startedAt) : 0;
    const { content: result, successful } = message;
    this.#turns.push({ speaker: 'tool', toolId, name, arguments: asked?.arguments ?? '', result });
    this.#call.emit({ type: 'tool-end', turn, toolId, name, isOk: successful !== false, result, ms });
  }

  #change(wanted: Extract<LlmMessage, { response_type: 'update_agent' }>['agent_config']): void {
    const { config } = this.#call;
    this.#call.changeConfig({
      responsiveness: wanted.responsiveness ?? config.responsiveness,
      interruptionSensitivity: wanted.interruption_sensitivity ?? config.interruptionSensitivity,
      reminderTriggerMs: wanted.reminder_trigger_ms ?? config.reminderTriggerMs,
      reminderMaxCount: wanted.reminder_max_count ?? config.reminderMaxCount,
    });
  }
}
