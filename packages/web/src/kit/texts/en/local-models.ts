import { defineTexts } from '../texts.ts';

/** Sentences about models that work on the server itself. */
export const localModelTexts = defineTexts('local-models', {
  title: 'Model on this server',
  isHere: '{{name}} is on this server ({{size}}).',
  isMissing: '{{name}} is not on this server yet. It is about {{size}} to download from {{host}}.',
  isMissingOffline: '{{name}} is not on this server, and this server downloads no models.',
  isForeign: '{{name}} is not on this server any more.',
  english: 'For texts in English.',
  many: 'For texts in many languages.',
  download: 'Download',
  downloadNamed: 'Download {{name}}',
  downloading: 'Downloading {{name}}',
  retry: 'Try again',
  failed: 'The download failed. {{reason}}',
  listFailed: 'What is on this server could not be read.',
  byHand: 'Or put model.safetensors, tokenizer.json and config.json into this folder of the server:',
});
