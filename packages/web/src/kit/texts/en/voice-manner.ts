import { defineTexts } from '../texts.ts';

/** How an agent's voice speaks, in the speech settings of its editor. */
export const voiceMannerTexts = defineTexts('voice-manner', {
  title: 'Voice',
  hint: 'Used by voices whose provider offers it.',
  temperature: 'Voice temperature',
  even: 'even',
  lively: 'lively',
  emotion: 'Emotion',
  noEmotion: 'None',
  calm: 'Calm',
  sympathetic: 'Sympathetic',
  happy: 'Happy',
  sad: 'Sad',
  angry: 'Angry',
  fearful: 'Fearful',
  surprised: 'Surprised',
  recognition: 'Speech recognition',
  expectedWords: 'Expected words',
  newExpectedWord: 'Another word or name',
  expectedWordsHint:
    'Names and terms that speech to text should expect, one per line; {{example}} works too. Deepgram, AssemblyAI and Azure use them, in browser calls and on telephone lines.',
  pronunciations: 'Pronunciations',
  newPronunciation: 'Another pronunciation',
  pronunciationExample: 'Siobhan = ʃɪˈvɔːn',
  pronunciationsHint:
    'One word per line with its phonemes in the International Phonetic Alphabet. ElevenLabs (English), Deepgram, Cartesia, Azure and Google voices follow them.',
});
