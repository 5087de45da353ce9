import { defineTexts } from '../texts.ts';

/** Dialogs of the voice agent editor's toolbar, and the estimate under it. */
export const voiceToolTexts = defineTexts('voice-tools', {
  cancel: 'Cancel',
  save: 'Save',
  done: 'Done',

  llmTitle: 'LLM settings',
  temperature: 'Temperature',
  steady: 'steady',
  inventive: 'inventive',
  topK: 'Knowledge passages',
  topKHelp: 'How many passages of the knowledge bases each answer is given',
  secret: 'Secret',
  newestSecret: 'Newest {{vendor}} secret',
  demoModel: 'Demo model (no key)',
  newSecret: 'New {{vendor}} secret',
  secretHelp: 'The key that the model is asked with',
  demoHelp:
    'Answers from your texts and calls your functions by simple rules, to try things out. It needs no key.',
  noSecret:
    'There is no {{vendor}} secret in this workspace. Add one, or choose the demo model. Until then tests are answered by the demo model, and calls end with an error that says so.',
  secretGone: 'This secret is gone or does not open {{vendor}}. Choose another one.',
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
  recognizerHelp: 'Speech to text: understands the caller',
  brainHelp: 'Language model: thinks of the answer',
  synthesizerHelp: 'Text to speech: speaks the answer',
  lineHelp: 'Network: carries sound to the caller and back',
  partTitle: '{{help}} · {{ms}} ms, ${{price}}/min',
  brainUnknown: 'The flow’s own models are not in this estimate.',
  meterHelp:
    'From list prices and usual times of each part; real calls differ. Listed per call under its cost.',
});
