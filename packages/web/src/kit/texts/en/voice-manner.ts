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
  pronunciations: 'Pronunciations',
  newPronunciation: 'Siobhan = ʃɪˈvɔːn',
  pronunciationsHint:
    'One word per line with its phonemes in the International Phonetic Alphabet. ElevenLabs (English), Deepgram, Cartesia, Azure and Google voices follow them.',
});
