import type { CallEvent, SpeechPart } from '@tendril/contract/call-event';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { openAmbience } from '@tendril/voice/audio/open-ambience';
import type { CallFunction } from '@tendril/voice/call-function';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import { builtInFacts, callConfig, createBuiltIn, createFill } from './call-config.ts';
import type { LiveCall } from './live-call.ts';
import type { SessionFacts } from './media/session-start.ts';
import type { Responders } from './open-responder.ts';
import { openSpeech, type SpeechProvider } from './open-speech.ts';
import type { CallResponder } from './responders/call-responder.ts';

export interface SessionParts {
  responders: Responders;
  speech: SpeechProvider;
  /** The agent's functions with their secrets, ready to be offered to a model. */
  openFunctions(call: LiveCall, variables: Readonly<Record<string, string>>): Promise<CallFunction[]>;
  /** Loads what runs a call: only with the first one. */
  loadSession(): Promise<(parts: CallParts) => CallSession>;
}

/** A call that is ready to begin; `begin` is called once its beginning is on disk. */
export interface ReadySession {
  responder: CallResponder;
  recognizer?: SpeechPart;
  synthesizer?: SpeechPart;
  variables: Record<string, string>;
  begin(): CallSession;
}

/**
 * Opens everything a call works with: responder, functions, recognizer, voices. Throws CREDENTIAL_MISSING, NOT_FOUND,
 * and a ResponderFailure when the custom LLM or the recognizer is unavailable.
 */
export async function openSession(parts: SessionParts, call: LiveCall): Promise<ReadySession> {
  const { row, snapshot, line, log, history } = call;
  const variables = { ...snapshot.llm.defaultDynamicVariables, ...call.variables };
  const facts = builtInFacts(row, snapshot.settings.timezone, log.startedAt);
  const builtIn = createBuiltIn(facts);
  const config = callConfig(snapshot, createFill(builtIn, variables), row);
  call.speaksFirst =
    history.length === 0 &&
    (config.beginMode === 'dynamic' || (config.beginMode === 'defined' && config.beginMessage.trim() !== ''));
  const createSession = await sessionOf(parts, call, facts);
  const functions = await parts.openFunctions(call, variables);
  const usual = line.transport && (await openSpeech(parts.speech, row, snapshot));
  const responder = await parts.responders.open({
    workspaceId: row.workspaceId,
    callId: row.id,
    snapshot,
    config,
    changeConfig(changes) {
      Object.assign(config, changes);
      call.session?.configure(changes);
    },
    functions,
    replayed: history,
    isPrivate: call.isPrivate,
    isSpoken: line.transport !== undefined,
    isTest: row.kind === 'test',
    builtIn,
    describe: () => call.describe(),
    emit: (event) => log.emit(event),
    notifyPage: (notice) => line.notify(notice),
    noteCost: (costUsd) => log.costs.set('run', (log.costs.get('run') ?? 0) + costUsd),
    hangUp: (reason) => call.hangUp(reason),
  });
  // A model that hears takes the noise out itself: nothing is denoised twice.
  if (responder.ears) config.denoising = 'none';
  const audio = usual && (await withOwn(usual, responder));
  const emit = (event: CallEvent, at?: number) => {
    if (event.type === 'variables-set') Object.assign(call.collected, event.values);
    responder.observe?.(event);
    // The end is announced once it is on disk, by whatever writes it.
    if (event.type !== 'call-end') log.emit(event, at);
  };
  return {
    responder,
    variables,
    ...(audio && { recognizer: partOf(audio.recognizer), synthesizer: partOf(audio.synthesizers[0]) }),
    begin: () =>
      createSession({
        config,
        responder,
        functions,
        variables,
        builtIn,
        describe: () => call.describe(),
        emit,
        hasTimers: audio !== undefined,
        history,
        ...(line.clock && { clock: line.clock }),
        ...(audio &&
          line.transport && {
            audio: { ...audio, transport: line.transport, ...recorder(call), ...ambience(call) },
          }),
      }),
  };
}

type Speech = Awaited<ReturnType<typeof openSpeech>>;

/** What a responder hears and speaks with itself comes first. */
async function withOwn(
  { recognizer, synthesizers }: Speech,
  { ears, voice }: CallResponder,
): Promise<Speech> {
  if (!ears) return { recognizer, synthesizers };
  const { chainRecognizers } = await import('@tendril/catalogue/speech/recognizer-chain');
  const chain = chainRecognizers([ears, recognizer]);
  return {
    // A model that hears would answer two people who talk to each other.
    recognizer: { ...chain, open: (request) => (request.aside ? recognizer : chain).open(request) },
    synthesizers: voice ? [voice, ...synthesizers] : synthesizers,
  };
}

/** Where the call's session runs: with the sound of its line. */
async function sessionOf(
  { loadSession }: SessionParts,
  { line, snapshot, recording }: LiveCall,
  builtIn: SessionFacts['builtIn'],
): Promise<(parts: CallParts) => CallSession> {
  const create = line.createSession?.bind(line);
  if (!create) return loadSession();
  const { ambientSound: sound, ambientSoundVolume: volume } = snapshot.settings;
  const facts = { builtIn, recordingPath: recording?.path, ...(sound && { ambience: { sound, volume } }) };
  return (parts) => create(parts, facts);
}

function partOf(part: SpeechPart | undefined): SpeechPart {
  return { label: part?.label ?? '', isStandIn: part?.isStandIn ?? false };
}

/** The background sound, mixed under the agent's voice. */
function ambience({ snapshot, line }: LiveCall) {
  // Background sound is generated where the session is.
  if (line.createSession) return {};
  const { ambientSound, ambientSoundVolume } = snapshot.settings;
  const sampleRate = line.transport?.format?.sampleRate ?? socketSampleRate;
  return ambientSound ? { ambience: openAmbience(ambientSound, ambientSoundVolume, sampleRate) } : {};
}

function recorder({ recording }: LiveCall) {
  return recording ? { record: recording.write } : {};
}
