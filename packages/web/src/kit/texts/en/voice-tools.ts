import { defineTexts } from '../texts.ts';

/** Dialogs of the voice agent editor's toolbar, and the estimate under it. */
export const voiceToolTexts = defineTexts('voice-tools', {
  save: 'Save',
  done: 'Done',

  llmTitle: 'LLM settings',
  temperature: 'Temperature',
  steady: 'focused',
  inventive: 'creative',
  topK: 'Knowledge passages',
  topKHelp: 'Number of passages from the knowledge bases sent with each answer',
  speechModel: 'Speech to speech',
  noSpeechModel: 'Off: the model writes, the voice speaks',
  noSpeechModelHelp: 'Spoken calls are transcribed, answered in writing and spoken by the voice of the agent',
  speechModelHelp:
    'This model hears the caller and speaks itself, in a voice of OpenAI. If it fails during a call, the model and the voice of the agent take over.',
  fallbackModel: 'Fallback model',
  fallbackModel2: 'Second fallback model',
  fallbackModel3: 'Third fallback model',
  noFallbackModel: 'None',
  fallbackModelHelp: 'Answers for the rest of the call if the model fails or is silent for 6 seconds',
  secret: 'Secret',
  newestSecret: 'Newest {{vendor}} secret',
  demoModel: 'Demo model (no key)',
  newSecret: 'New {{vendor}} secret',
  secretHelp: 'The key used to call the model',
  demoHelp:
    'Answers from your texts and calls your functions by simple rules, so that you can try things out. Needs no key.',
  noSecret:
    'There is no {{vendor}} secret in this workspace. Add one, or choose the demo model. Until then, tests are answered by the demo model and calls end with an error.',
  secretGone: 'This secret was deleted or does not work with {{vendor}}. Choose another one.',
  secretsFailed: 'The secrets could not be loaded: {{reason}}',

  voiceTitle: 'Voice settings',
  voiceSpeed: 'Voice speed',
  slower: 'slower',
  faster: 'faster',
  volume: 'Volume',
  quieter: 'quieter',
  louder: 'louder',
  voiceSaved: 'Speech settings updated successfully',
  voiceNotSaved: 'Failed to update settings: {{reason}}',
  agentMissing: 'Cannot update settings: Agent ID is missing',

  meter: 'Estimated cost and latency of a call',
  meterPrice: '${{price}}/min',
  meterLatency: '~{{ms}} ms',
  estimate: 'estimate',
  recognizer: 'STT',
  brain: 'LLM',
  synthesizer: 'TTS',
  line: 'network',
  recognizerHelp: 'Speech to text: transcribes the caller',
  brainHelp: 'Language model: writes the answer',
  synthesizerHelp: 'Text to speech: speaks the answer',
  lineHelp: 'Network: carries audio to the caller and back',
  partTitle: '{{help}} · {{ms}} ms, ${{price}}/min',
  brainUnknown: 'Does not include the models used in the flow.',
  meterHelp:
    'Based on list prices and typical latencies; real calls differ. The cost of each call is listed with the call.',
});
