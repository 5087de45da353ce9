import { readFileSync } from 'node:fs';
import { voiceAgentFields, voiceAgentSettings, voiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { expect, it } from 'vitest';

const packages = new URL('../../../../../', import.meta.url);
const state = 'voice/src/call-state.test.ts';
const audio = 'voice/src/audio-call.test.ts';
const listening = 'voice/src/backchannel.test.ts';
const config = 'server/src/features/voice/calls/call-config.test.ts';
const line = 'server/src/features/voice/phone-lines/settings-on-lines.test.ts';
const sip = 'server/src/features/voice/phone-lines/sip';
const speech = `${sip}/speech-settings-on-sip.test.ts`;
const call = `${sip}/call-settings-on-sip.test.ts`;
const hearing = `${sip}/hearing-settings-on-sip.test.ts`;
const prompt = 'server/src/features/voice/calls/responders/prompt-responder.test.ts';
const timed = 'server/src/features/voice/voices/timed-voices.test.ts';
const analysis = 'server/src/features/voice/call-analysis/call-analysis.test.ts';
const delivery = 'server/src/features/voice/voice-webhooks/delivery.test.ts';

/** By setting: where it takes effect, as a file and words of the test that fails without it. */
const shownBy: Readonly<Record<string, readonly (readonly [file: string, words: string])[]>> = {
  language: [
    [hearing, 'language and sttMode'],
    [config, 'language: '],
    ['voice/src/voicemail.test.ts', 'is known in the language of the agent'],
  ],
  voiceSpeed: [
    [speech, 'voiceSpeed (SPEECH-16)'],
    [config, 'voiceSpeed: '],
    [audio, 'asks for a speed of 0.5 to 2'],
  ],
  volume: [
    [speech, 'volume (SPEECH-17)'],
    [config, 'volume: '],
    [audio, 'the volume is heard on the line'],
  ],
  responsiveness: [
    [speech, 'responsiveness: it answers sooner'],
    [config, 'responsiveness: '],
    ['voice/src/turn-detector.test.ts', 'responsiveness'],
  ],
  interruptionSensitivity: [
    [speech, 'interruptionSensitivity %d (CALL-12)'],
    [config, 'interruptionSensitivity: '],
    [state, 'with sensitivity 0 nothing stops'],
  ],
  sttMode: [
    [hearing, 'language and sttMode'],
    [config, 'sttMode: '],
    ['server/src/features/voice/voices/vendor-speech.test.ts', 'where the agent wants them accurate'],
  ],
  enableVoicemailDetection: [
    [call, 'enableVoicemailDetection, voicemailOption (CALL-01'],
    [config, 'enableVoicemailDetection: '],
    ['voice/src/voicemail.test.ts', 'with detection off'],
  ],
  voicemailDetectionTimeoutMs: [
    [call, 'voicemailDetectionTimeoutMs (CALL-06)'],
    [config, 'voicemailDetectionTimeoutMs: '],
    ['voice/src/voicemail.test.ts', 'within the detection time'],
  ],
  endCallAfterSilenceMs: [
    [call, 'endCallAfterSilenceMs (CALL-07)'],
    [config, 'endCallAfterSilenceMs: '],
    [state, 'ends the call after the silence'],
  ],
  maxCallDurationMs: [
    [call, 'maxCallDurationMs (CALL-08)'],
    [call, 'maxCallDurationMs (CALL-08)'],
    [config, 'maxCallDurationMs: '],
    [state, 'max_duration_reached'],
  ],
  beginMessageDelayMs: [
    [call, 'beginMessageDelayMs (CALL-09)'],
    [call, 'beginMessageDelayMs (CALL-09)'],
    [config, 'beginMessageDelayMs: '],
    [state, 'the agent waits its pause before it speaks'],
  ],
  brain: [
    ['server/src/features/voice/calls/responders/flow-responder.test.ts', 'is run for every answer'],
    [
      'server/src/features/voice/calls/responders/custom-llm-responder.test.ts',
      'is dialled under the call’s id',
    ],
  ],
  voicemailOption: [
    [line, 'a message is made up by the instruction'],
    [line, 'a machine is hung up on'],
  ],
  ivrOption: [
    [config, 'ivrOption: '],
    ['voice/src/voicemail.test.ts', 'is hung up on where the agent is to'],
  ],
  allowUserDtmf: [
    [line, 'keys are not heard where it is off'],
    [call, 'allowUserDtmf, userDtmfOptions: keys'],
  ],
  userDtmfOptions: [[line, 'a number is whole at its limit']],
  ringDurationMs: [
    [call, 'ringDurationMs (CALL-10)'],
    [line, 'ms rings for %s seconds'],
    ['voice/src/text-call.test.ts', 'transferRingMs'],
  ],
  reminderTriggerMs: [
    [call, 'reminderTriggerMs, reminderMaxCount (SP-69)'],
    [config, 'reminderTriggerMs: '],
    [state, 'is reminded after the seconds'],
  ],
  reminderMaxCount: [
    [call, 'reminderTriggerMs, reminderMaxCount (SP-69)'],
    [config, 'reminderMaxCount: '],
    [state, '0 times are never'],
  ],
  ambientSound: [
    [line, 'a caller hears the place'],
    [speech, 'ambientSound, ambientSoundVolume (SP-69)'],
  ],
  ambientSoundVolume: [[line, 'at volume 0 nothing']],
  optOutSensitiveDataStorage: [
    ['server/src/features/voice/calls/private-calls.test.ts', 'leaves no word of a call'],
  ],
  optInSignedUrl: [
    ['server/src/features/voice/calls/recordings.test.ts', 'is signed where the agent asks for it'],
  ],
  fallbackVoiceIds: [
    [audio, 'a voice that fails is replaced'],
    [speech, 'fallbackVoiceIds (SP-80)'],
  ],
  webhookUrl: [[delivery, 'nothing without an address']],
  webhookEvents: [[delivery, 'report only the chosen events']],
  inboundWebhookUrl: [],
  postCallFields: [[analysis, 'uses complete fields only']],
  postCallModel: [[analysis, 'is made by the chosen model']],
  denoising: [
    [config, 'denoising: '],
    ['voice/src/denoised-call.test.ts', 'is recognized without their noise'],
    ['server/src/features/voice/calls/sound/denoisers.test.ts', 'is at least 10 dB quieter'],
  ],
  boostedKeywords: [[config, 'boostedKeywords: ']],
  enableBackchannel: [
    [config, 'enableBackchannel, backchannelFrequency and backchannelWords: '],
    [listening, 'without a setting'],
  ],
  backchannelFrequency: [
    [config, 'enableBackchannel, backchannelFrequency and backchannelWords: '],
    [listening, 'fewer the lower the frequency'],
  ],
  backchannelWords: [
    [config, 'enableBackchannel, backchannelFrequency and backchannelWords: '],
    [listening, 'own words where it has some'],
  ],
  timezone: [[config, 'the time that an agent speaks of']],
  model: [[prompt, 'asks the vendor’s model']],
  temperature: [[prompt, 'prompt, turns and temperature']],
  credentialId: [[prompt, 'by the workspace’s newest key']],
  generalPrompt: [[prompt, 'prompt, turns and temperature']],
  beginMode: [
    [state, 'the agent finds its own words'],
    [speech, 'beginMode: it waits for the caller'],
  ],
  beginMessage: [[state, 'the agent says its message word for word']],
  functions: [
    ['voice/src/text-call.test.ts', 'the agent ends it by its saved function'],
    [call, 'functions: keys that the agent presses'],
  ],
  knowledgeBaseIds: [[prompt, 'passages stand apart']],
  knowledgeTopK: [
    ['server/src/features/voice/calls/responders/find-passages.test.ts', 'nearest passages are given'],
  ],
  voiceTemperature: [
    [config, 'voiceTemperature, voiceEmotion and pronunciations: '],
    [timed, 'the more lively, the less stable'],
  ],
  voiceEmotion: [[config, 'voiceTemperature, voiceEmotion and pronunciations: ']],
  pronunciations: [
    [config, 'voiceTemperature, voiceEmotion and pronunciations: '],
    [timed, 'with its pronunciations'],
  ],
  speechModel: [
    [
      'server/src/features/voice/calls/responders/realtime-responder.test.ts',
      'hears the caller, answers in its own voice',
    ],
  ],
  fallbackModels: [
    [
      'server/src/features/voice/calls/responders/model-chain.test.ts',
      'a model that fails before its first word is replaced',
    ],
  ],
  defaultDynamicVariables: [['server/src/features/voice/calls/calls.test.ts', 'defaultDynamicVariables']],
};

/** Settings of which no test shows that a call does what they say, and why that is so. */
const holes: Readonly<Record<string, string>> = {
  // Read by the preview of numbers; calls that arrive ask the number's own webhook.
  inboundWebhookUrl: 'belongs to the phone number now',
};

/** Read from outside the contract: a name that is not the agent's behaviour. */
const names = new Set(['agentName', 'voiceId']);

it('each setting of an agent takes effect in a call, as a test of its own shows', () => {
  const shapes = [voiceAgentFields.shape, voiceAgentSettings.shape, voiceLlmFields.shape];
  const settings = shapes.flatMap((shape) => Object.keys(shape)).filter((name) => !names.has(name));
  expect(Object.keys(shownBy).sort()).toEqual([...new Set(settings)].sort());
  const unshown = Object.entries(shownBy).flatMap(([name, tests]) => (tests.length === 0 ? [name] : []));
  expect(unshown.sort()).toEqual(Object.keys(holes).sort());
});

it('the tests that it names are there', () => {
  const texts = new Map<string, string>();
  const textOf = (file: string) => {
    const text = texts.get(file) ?? readFileSync(new URL(file, packages), 'utf8');
    texts.set(file, text);
    return text;
  };
  const missing = Object.entries(shownBy).flatMap(([name, tests]) =>
    tests.flatMap(([file, words]) =>
      textOf(file).includes(words) ? [] : [`${name}: "${words}" in ${file}`],
    ),
  );
  expect(missing).toEqual([]);
});
