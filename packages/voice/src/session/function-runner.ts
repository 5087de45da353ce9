import type { HoldSound } from '@tendril/contract/voice/voice-function';
import { speakDuringFunctionAfterMs } from '@tendril/contract/voice/voice-timing';
import type { ConnectedLine, TransferTarget } from '../audio-transport.ts';
import type { CallAction, CallFunction, FunctionOutcome } from '../call-function.ts';
import { plainNumber } from '../functions/telephone-numbers.ts';
import type { FunctionAnswer, FunctionCall } from '../responder.ts';
import type { Answer } from './answer.ts';
import { builtInPlaces } from './built-in-places.ts';
import type { CallWork } from './call-work.ts';
import { type HandoffRequest, handoffWords } from './handoff-words.ts';
import { KeypadOutput } from './keypad-output.ts';
import { readArguments } from './read-arguments.ts';

/** How many functions one answer may call, */
const mostCalls = 20;
/** and how often the same one with the same arguments. */
const mostTwins = 2;
/** How much of arguments is logged. */
const longestLogged = 15_000;
const tooMany = `LIMIT_TOOL_CALLS: an answer may call ${mostCalls} functions at most.`;
const noCarrier = 'nothing carries this call to a telephone number';

/** Runs the functions that one answer calls, and executes their effects on the call. */
export class FunctionRunner {
  private count = 0;
  private readonly asked = new Map<string, number>();
  private readonly answer: Answer;
  private readonly work: CallWork;
  private readonly keypad: KeypadOutput;
  /** Whom the caller talks to since a transfer. */
  private connected: ConnectedLine | undefined;

  constructor(answer: Answer, work: CallWork) {
    this.answer = answer;
    this.work = work;
    this.keypad = new KeypadOutput(answer, work);
  }

  async run(call: FunctionCall): Promise<FunctionAnswer> {
    // A responder that does not stop is ignored, and must not flood the log.
    if (this.count > mostCalls) return { ...refusal(tooMany), isLast: true };
    const { turn } = this.answer;
    const { toolId, name } = call;
    const startedAt = this.work.clock.now();
    this.answer.voice.flush();
    const logged = call.arguments.slice(0, longestLogged);
    this.work.emit({ type: 'tool-start', turn, toolId, name, arguments: logged });
    const { isOk, result, isLast } = await this.refuseOrRun(call);
    const ms = Math.round(this.work.clock.now() - startedAt);
    this.work.emit({ type: 'tool-end', turn, toolId, name, isOk, result, ms });
    this.answer.noteFunctionTime(ms);
    this.leave();
    return { isOk, result, isLast };
  }

  /** Connects the caller to somebody else, after everything said so far has been heard. */
  async transfer(
    target: TransferTarget,
    { holdSound = 'none', handoff = {} }: TransferWays = {},
  ): Promise<{ isDone: boolean; reason?: string }> {
    const { number, kind } = target;
    const reason = await this.tryTransfer(target, { holdSound, handoff });
    const isDone = reason === undefined;
    this.work.emit({ type: 'transfer', number, kind, isDone, ...(reason !== undefined && { reason }) });
    if (isDone && !this.connected) this.answer.endTransferred();
    return { isDone, ...(reason !== undefined && { reason }) };
  }

  /** What a responder asks that has no function for it: why it was not done is the result of one. */
  async transferAsked(asked: string): Promise<void> {
    const number = /^[+\d\s().\-/]+$/.test(asked) ? plainNumber(asked) : asked;
    const { isDone, reason } = await this.transfer({ number, kind: 'cold', displayedNumber: 'agent' });
    if (isDone) {
      this.leave();
      return;
    }
    const { turn } = this.answer;
    this.count += 1;
    const call = { turn, toolId: `transfer-${turn}-${this.count}`, name: 'transfer_call' };
    this.work.emit({ type: 'tool-start', ...call, arguments: JSON.stringify({ number }) });
    this.work.emit({ type: 'tool-end', ...call, isOk: false, result: notTransferred(reason), ms: 0 });
  }

  /** Two people talk to each other now: nothing more is said to them. */
  private leave(): void {
    const { connected } = this;
    this.connected = undefined;
    if (connected) this.work.connect(connected);
  }

  press(digits: string, delayMs: number): Promise<void> {
    return this.keypad.press(digits, delayMs);
  }

  private async refuseOrRun(call: FunctionCall): Promise<FunctionAnswer> {
    this.count += 1;
    if (this.count > mostCalls) {
      const { turn } = this.answer;
      this.work.emit({ type: 'call-error', code: 'LIMIT_TOOL_CALLS', message: tooMany, turn });
      return { ...refusal(tooMany), isLast: true };
    }
    const twinKey = `${call.name} ${call.arguments}`;
    const twins = this.asked.get(twinKey) ?? 0;
    this.asked.set(twinKey, twins + 1);
    if (twins >= mostTwins)
      return refusal(
        `LIMIT_TOOL_CALLS: ${call.name} was called with these arguments ${twins} times in this answer and is not ` +
          'called again. Answer the caller with what is known.',
      );
    const { functions } = this.work.parts;
    const wanted = functions.find(({ name }) => name === call.name);
    if (!wanted) {
      const names = functions.map(({ name }) => name).join(', ') || 'none';
      return refusal(`There is no function "${call.name}". Functions: ${names}.`);
    }
    const read = readArguments(call.arguments, wanted.parameters);
    return 'problem' in read ? refusal(read.problem) : this.runWanted(wanted, read.values);
  }

  private async runWanted(wanted: CallFunction, input: Record<string, unknown>): Promise<FunctionAnswer> {
    const outcome = await this.runBridged(wanted, input);
    if (outcome.variables && Object.keys(outcome.variables).length > 0) this.work.collect(outcome.variables);
    const { isOk, result } =
      outcome.isOk && outcome.action ? await this.act(outcome.action, outcome) : outcome;
    const isSilent = !wanted.speaksAfter && (isOk || outcome.action === undefined);
    return { isOk, result, isLast: isSilent };
  }

  /** A slow function is bridged by its filler, once. */
  private async runBridged(wanted: CallFunction, input: Record<string, unknown>): Promise<FunctionOutcome> {
    const { work, answer } = this;
    const words = work.parts.audio || work.parts.hasTimers ? wanted.speakDuring : undefined;
    const cancel =
      words === undefined
        ? () => {}
        : work.clock.after(speakDuringFunctionAfterMs, () => {
            if (answer.isGivenUp) return;
            work.emit({ type: 'agent-delta', turn: answer.turn, text: words });
            answer.voice.say(words);
          });
    try {
      return await wanted.run(input, {
        call: work.parts.describe(),
        variables: work.variables(`${builtInPlaces} ${wanted.places ?? ''}`),
        // An interruption does not stop what must not be done twice.
        signal: work.signal,
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { isOk: false, result: `The function failed: ${message}` };
    } finally {
      cancel();
    }
  }

  private async act(action: CallAction, outcome: FunctionOutcome): Promise<FunctionOutcome> {
    switch (action.type) {
      case 'end-call':
        this.answer.endCallAfterwards();
        return outcome;
      case 'transfer': {
        const { number, kind, displayedNumber, holdSound, handoff } = action;
        const ways = { ...(holdSound && { holdSound }), ...(handoff && { handoff }) };
        const { isDone, reason } = await this.transfer({ number, kind, displayedNumber }, ways);
        if (isDone) return outcome;
        return { isOk: false, result: notTransferred(reason) };
      }
      case 'press':
        await this.press(action.digits, action.delayMs);
        return outcome;
    }
  }

  /** Returns why it failed, or undefined on success. */
  private async tryTransfer(
    target: TransferTarget,
    { holdSound = 'none', handoff = {} }: TransferWays,
  ): Promise<string | undefined> {
    const transport = this.work.parts.audio?.transport;
    if (!transport?.transfer) return noCarrier;
    const { turn } = this.answer;
    const words = target.kind === 'warm' ? handoffWords(handoff, this.work, turn) : undefined;
    await this.answer.voice.settled();
    if (this.answer.isGivenUp) return 'the caller spoke before the call was connected';
    const { transferRingMs: ringMs } = this.work.parts.config;
    const isQuiet = target.kind === 'cold' && transport.needsRinging === true;
    const release = this.work.playOnHold(isQuiet ? 'ringtone' : holdSound);
    try {
      const briefing = words && (await this.spoken(await words, transport.playsHandoff === true));
      const connected = await transport.transfer({
        ...target,
        ...(ringMs !== undefined && { ringMs }),
        ...(briefing && { handoff: briefing }),
      });
      if (this.work.parts.config.leavesAtTransfer !== true) this.connected = connected;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      release();
    }
  }

  /** The words to the person who takes over, in the agent's own voice where the line can play that. */
  private async spoken(text: string, isPlayed: boolean): Promise<NonNullable<TransferTarget['handoff']>> {
    const { language } = this.work.parts.config;
    const sound = isPlayed ? await this.work.speakAside(text).catch(() => undefined) : undefined;
    return { text, language, ...(sound && { sound }) };
  }
}

const notTransferred = (reason = 'it failed') =>
  `The call was not transferred: ${reason}. Tell the caller so, and offer other help.`;

/** How a transfer is made pleasant for both. */
interface TransferWays {
  holdSound?: HoldSound;
  handoff?: HandoffRequest;
}

function refusal(result: string): FunctionAnswer {
  return { isOk: false, result, isLast: false };
}
